import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  type Session,
  signInWithPasskey,
} from "@groundplan/contract";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { call } from "../api/call.ts";
import { UserError } from "../base/user-error.ts";
import { acceptSession } from "./session.ts";

const library = () => import("@simplewebauthn/browser");

/** Over plain HTTP, browsers support passkeys only on localhost. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window;

export async function signInByPasskey(): Promise<Session> {
  const { startAuthentication } = await library();
  const { options } = await call(beginPasskeySignIn, {});
  // The contract has no types for these options.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON }).catch(notUsed);
  const { session } = await call(signInWithPasskey, { body: { response } });
  acceptSession(session);
  return session;
}

export async function makePasskey(name: string): Promise<void> {
  const { startRegistration } = await library();
  const { options } = await call(beginPasskey, {});
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON }).catch(notMade);
  await call(addPasskey, { body: { name, response } });
}

function notUsed(cause: unknown): never {
  throw new UserError("No passkey was used. Try again, or sign in another way.", { cause });
}

function notMade(cause: unknown): never {
  const isKnown = cause instanceof Error && cause.name === "InvalidStateError";
  throw new UserError(
    isKnown
      ? "This device already has one of your passkeys. Use another device to add another."
      : "No passkey was created. Try again with your device or security key at hand.",
    { cause },
  );
}
