import { beginPasskeySignIn, signInWithPasskey } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { onConsole } from "../../dispatch/console-handlers.ts";
import { unauthorized } from "../../errors.ts";
import { now } from "../../ids.ts";
import { lockPerson, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { hashSecret } from "../identity/key-format.ts";
import { beginInBrowser } from "../sign-in/begun.ts";
import { countedBy } from "../sign-in/known.ts";
import { type NewSession, startSession } from "../sign-in/sessions/session.ts";
import { signedIn } from "../sign-in/sessions/signed-in.ts";
import { throttleOf } from "../sign-in/throttle.ts";
import { addChallenge, challengeMs, takeChallenge } from "./challenges.ts";
import { relyingParty } from "./relying-party.ts";
import { verifyUsed, webAuthn } from "./verify.ts";

/** One message for every failure reveals nothing about others' passkeys. */
const notAccepted = () =>
  unauthorized("This passkey was not accepted. Try again, or sign in in another way.");

/** Returns the options for signing in with any discoverable passkey. */
export const passkeySignInBegin = onConsole(beginPasskeySignIn, async (context: Context, request) => {
  const { rpID } = relyingParty(context, request.sender);
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: challengeMs,
    userVerification: "required",
  });
  const whose = { browserHash: hashSecret(beginInBrowser(request)) };
  await context.writer.run(addChallenge, { hash: hashSecret(options.challenge), whose });
  return { options: { ...options } };
});

/** Signs in with a passkey, unaffected by password throttling. */
export const passkeySignIn = onConsole(signInWithPasskey, async (context: Context, request) => {
  const { response } = request.input.body;
  const party = relyingParty(context, request.sender);
  const { knownBrowser, sender } = request;
  const { address } = sender;
  const succeeded = throttleOf(context).countPasskey(await countedBy(context.db, { knownBrowser, address }));
  const known = await context.db
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", response.id)
    .executeTakeFirst();
  const secret = request.begun.read();
  const used = known && secret !== undefined ? await verifyUsed(party, response, known) : null;
  if (!known || secret === undefined || !used) throw notAccepted();
  const browserHash = hashSecret(secret);
  const answer = await signedIn(context, request, (session) =>
    context.writer.run(startWithPasskey, {
      ...used,
      passkeyId: known.id,
      userId: known.user_id,
      browserHash,
      session,
    }),
  );
  succeeded();
  return answer;
});

interface Used {
  passkeyId: string;
  userId: string;
  challenge: string;
  counter: number;
  browserHash: string;
  session: NewSession;
}

/**
 * Starts the session unless the challenge was spent, or the passkey was removed or its counter did not
 * increase, which indicates a cloned authenticator.
 */
export const startWithPasskey = command(
  "passkeys.startSession",
  () => null,
  async (tx: Tx, { passkeyId, userId, challenge, counter, browserHash, session }: Used) => {
    await lockPerson(tx, userId); // Lock order: user before passkey, as in removal.
    if (!(await takeChallenge(tx, challenge, { browserHash }))) throw notAccepted();
    const [passkey] = await tx
      .updateTable("passkeys")
      .set({ counter, last_used_at: now() })
      .where("id", "=", passkeyId)
      .where((row) => (counter === 0 ? row("counter", "=", 0) : row("counter", "<", counter)))
      .returning("user_id")
      .execute();
    if (!passkey) throw notAccepted();
    return startSession(tx, passkey.user_id, "passkey", session);
  },
);
