import type { CreatedPasskey, UsedPasskey } from "@groundplan/contract";
import type { RelyingParty } from "./relying-party.ts";

/** Loads the library with the first passkey: it takes half a second, which a start does without. */
async function load() {
  const library = await import("@simplewebauthn/server");
  // Nobody asks which device a passkey is on. Without roots no chain of certificates is followed, which would call out.
  for (const identifier of ["android-key", "android-safetynet", "apple"] as const)
    library.SettingsService.setRootCertificates({ identifier, certificates: [] });
  return library;
}

let loading: ReturnType<typeof load> | undefined;
export const webAuthn = (): ReturnType<typeof load> => {
  loading ??= load();
  return loading;
};

/** Ed25519, ECDSA with P-256, RSA: what authenticators have. The library's own list begins with trials. */
export const supportedAlgorithmIDs = [-8, -7, -257];

/**
 * The same rules hold for new passkeys and for their use. Whether the challenge is ours tells who takes it. A passkey is
 * the whole sign-in, so its device has to ask for a PIN, a finger or a face: to hold the device is not enough.
 */
function rules({ rpID, origin }: RelyingParty) {
  let answered = "";
  return {
    challenge: () => answered,
    options: {
      expectedRPID: rpID,
      expectedOrigin: origin,
      requireUserVerification: true,
      expectedChallenge: (challenge: string) => {
        answered = challenge;
        return true;
      },
    },
  };
}

const clientExtensionResults = {};

/** Returns the passkey that an answer brings and the challenge that it answers; null for an answer that is not right. */
export async function verifyCreated(relyingParty: RelyingParty, answer: CreatedPasskey) {
  const { verifyRegistrationResponse } = await webAuthn();
  const { id, rawId, type } = answer;
  const { clientDataJSON, attestationObject } = answer.response;
  const response = {
    id,
    rawId,
    type,
    clientExtensionResults,
    response: { clientDataJSON, attestationObject },
  };
  const { options, challenge } = rules(relyingParty);
  const { registrationInfo } = await verifyRegistrationResponse({
    ...{ ...options, response, supportedAlgorithmIDs },
  }).catch(notRight);
  // The name inside of what the authenticator made counts; the one beside it is anybody's.
  if (registrationInfo?.credential.id !== id) return null;
  return { ...registrationInfo.credential, challenge: challenge() };
}

/** Returns the count of uses that an answer says and the challenge that it answers; null where it is not right. */
export async function verifyUsed(
  relyingParty: RelyingParty,
  answer: UsedPasskey,
  known: { user_id: string; credential_id: string; public_key: string; counter: number },
) {
  const { verifyAuthenticationResponse } = await webAuthn();
  const { id, rawId, type } = answer;
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response;
  if (userHandle !== handleOf(known.user_id)) return null;
  const response = {
    ...{ id, rawId, type, clientExtensionResults },
    response: { clientDataJSON, authenticatorData, signature },
  };
  const credential = {
    id: known.credential_id,
    publicKey: Buffer.from(known.public_key, "base64url"),
    counter: known.counter,
  };
  const { options, challenge } = rules(relyingParty);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...{ ...options, response, credential },
  }).catch(notRight);
  return verified && authenticationInfo
    ? { counter: authenticationInfo.newCounter, challenge: challenge() }
    : null;
}

/** The library throws for each kind of answer that is not right, and for bytes that are none. */
const notRight = () => ({
  verified: false as const,
  registrationInfo: undefined,
  authenticationInfo: undefined,
});

/** Returns how authenticators name a person. */
const handleOf = (userId: string): string => Buffer.from(userId).toString("base64url");
