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

/** Loads what talks to the browser's authenticators, when somebody asks for it. */
const library = () => import("@simplewebauthn/browser");

/** Tells whether the browser knows passkeys; none does on a page of plain HTTP but for this computer's own. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window;

/** Signs in with a passkey that the person chooses in the browser's own dialog. */
export async function signInByPasskey(): Promise<Session> {
  const { startAuthentication } = await library();
  const { options } = await call(beginPasskeySignIn, {});
  // The service made them for the browser, whose types the library has.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON }).catch(notUsed);
  const { session } = await call(signInWithPasskey, { body: { response } });
  acceptSession(session);
  return session;
}

/** Makes a passkey in the browser, and adds it under a name. */
export async function makePasskey(name: string): Promise<void> {
  const { startRegistration } = await library();
  const { options } = await call(beginPasskey, {});
  // The service made these for the browser, too.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON }).catch(notMade);
  await call(addPasskey, { body: { name, response } });
}

/** Throws what the person can do where the browser used no passkey. */
function notUsed(cause: unknown): never {
  throw new Refusal("No passkey was used. Try again, or sign in another way.", { cause });
}

/** Throws what the person can do where the browser made no passkey. */
function notMade(cause: unknown): never {
  const isKnown = cause instanceof Error && cause.name === "InvalidStateError";
  throw new Refusal(
    isKnown
      ? "This device has a passkey of yours already. Use another device to add one more."
      : "No passkey was made. Try again when you have the device or the security key at hand.",
    { cause },
  );
}
