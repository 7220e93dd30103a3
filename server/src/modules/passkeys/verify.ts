import type { CreatedPasskey, UsedPasskey } from "@groundplan/contract";
import type { RelyingParty } from "./relying-party.ts";

/** Loads the library lazily, as it takes half a second. */
async function load() {
  const library = await import("@simplewebauthn/server");
  // Attestation is unused. Without roots, no certificate chain is followed, which would call out.
  for (const identifier of ["android-key", "android-safetynet", "apple"] as const)
    library.SettingsService.setRootCertificates({ identifier, certificates: [] });
  return library;
}

let loading: ReturnType<typeof load> | undefined;
export const webAuthn = (): ReturnType<typeof load> => {
  loading ??= load();
  return loading;
};

/** Ed25519, ES256, RS256; the library's list starts with experimental ones. */
export const supportedAlgorithmIDs = [-8, -7, -257];

/**
 * Shared rules for creation and use. User verification is required, since the passkey is the whole sign-in.
 * The challenge is checked by its consumer.
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

/** Returns a new passkey and its challenge; null if invalid. */
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
    ...options,
    response,
    supportedAlgorithmIDs,
  }).catch(notRight);
  // Only the authenticator's signed id counts.
  if (registrationInfo?.credential.id !== id) return null;
  return { ...registrationInfo.credential, challenge: challenge() };
}

/** Returns the counter and the challenge; null if invalid. */
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
    id,
    rawId,
    type,
    clientExtensionResults,
    response: { clientDataJSON, authenticatorData, signature },
  };
  const credential = {
    id: known.credential_id,
    publicKey: Buffer.from(known.public_key, "base64url"),
    counter: known.counter,
  };
  const { options, challenge } = rules(relyingParty);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...options,
    response,
    credential,
  }).catch(notRight);
  return verified && authenticationInfo
    ? { counter: authenticationInfo.newCounter, challenge: challenge() }
    : null;
}

/** The library throws for invalid answers and malformed bytes. */
const notRight = () => ({
  verified: false as const,
  registrationInfo: undefined,
  authenticationInfo: undefined,
});

/** Returns the WebAuthn user handle. */
const handleOf = (userId: string): string => Buffer.from(userId).toString("base64url");
