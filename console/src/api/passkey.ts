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
import { Refusal } from "../refusal.ts";
import { acceptSession } from "../session/session.ts";
import { call } from "./call.ts";

/** Loads the WebAuthn library on demand. */
const library = () => import("@simplewebauthn/browser");

/** Tells whether the browser supports passkeys; over plain HTTP only localhost does. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window;

export async function signInByPasskey(): Promise<Session> {
  const { startAuthentication } = await library();
  const { options } = await call(beginPasskeySignIn, {});
  // The service creates these options for the library, but the contract doesn't type them.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON }).catch(notUsed);
  const { session } = await call(signInWithPasskey, { body: { response } });
  acceptSession(session);
  return session;
}

/** Creates a passkey in the browser and registers it under a name. */
export async function makePasskey(name: string): Promise<void> {
  const { startRegistration } = await library();
  const { options } = await call(beginPasskey, {});
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON }).catch(notMade);
  await call(addPasskey, { body: { name, response } });
}

/** Throws a message that says what to do if no passkey was used. */
function notUsed(cause: unknown): never {
  throw new Refusal("No passkey was used. Try again, or sign in another way.", { cause });
}

/** Throws a message that says what to do if no passkey was created. */
function notMade(cause: unknown): never {
  const isKnown = cause instanceof Error && cause.name === "InvalidStateError";
  throw new Refusal(
    isKnown
      ? "This device has a passkey of yours already. Use another device to add one more."
      : "No passkey was made. Try again when you have the device or the security key at hand.",
    { cause },
  );
}
