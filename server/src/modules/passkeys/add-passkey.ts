import { addPasskey, beginPasskey } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { forSession } from "../../dispatch/console-handlers.ts";
import { forbidden, invalid } from "../../errors.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { hashSecret } from "../identity/key-format.ts";
import { appendPersonEvents } from "../sign-in/person-events.ts";
import { requireSession } from "../sign-in/sessions/session.ts";
import { addChallenge, challengeMs, takeChallenge } from "./challenges.ts";
import { passkeysOf, presentPasskey } from "./passkeys.ts";
import { relyingParty } from "./relying-party.ts";
import { supportedAlgorithmIDs, verifyCreated, webAuthn } from "./verify.ts";

const mostPasskeys = 50;

const notAddable = () =>
  invalid("/response", "can't be added; start again with a passkey that isn't registered yet");

/** Returns the options for creating a passkey. */
export const passkeyBegin = forSession(beginPasskey, async (context: Context, { session, sender }) => {
  const { rpID } = relyingParty(context, sender);
  const { generateRegistrationOptions } = await webAuthn();
  const known = await passkeysOf(context.db, session.userId);
  const options = await generateRegistrationOptions({
    rpName: "Groundplan",
    rpID,
    timeout: challengeMs,
    attestationType: "none",
    supportedAlgorithmIDs,
    userName: session.email,
    userDisplayName: session.name,
    userID: Buffer.from(session.userId),
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: JSON.parse(transports),
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const whose = { sessionId: session.sessionId };
  await context.writer.run(addChallenge, { hash: hashSecret(options.challenge), whose });
  return { options: { ...options } };
});

/** Verifies and stores a new passkey. */
export const passkeyAdd = forSession(addPasskey, async (context: Context, { session, sender, input }) => {
  const { name, response } = input.body;
  const verified = await verifyCreated(relyingParty(context, sender), response);
  if (!verified) throw notAddable();
  const { sessionId, userId } = session;
  const row = await context.writer.run(savePasskey, {
    sessionId,
    userId,
    name,
    challenge: verified.challenge,
    credentialId: verified.id,
    counter: verified.counter,
    publicKey: Buffer.from(verified.publicKey).toString("base64url"),
    transports: JSON.stringify(response.response.transports ?? []),
  });
  return { passkey: presentPasskey(row) };
});

interface NewPasskey {
  sessionId: string;
  userId: string;
  challenge: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string;
  name: string;
}

export const savePasskey = command(
  "passkeys.save",
  () => null,
  async (tx: Tx, input: NewPasskey) => {
    const { sessionId, userId } = input;
    await requireSession(tx, input);
    if (!(await takeChallenge(tx, input.challenge, { sessionId }))) throw notAddable();
    if ((await passkeysOf(tx, userId)).length >= mostPasskeys)
      throw forbidden(
        `You already have ${mostPasskeys} passkeys, the maximum. Remove one that you no longer use.`,
      );
    const [row] = await tx
      .insertInto("passkeys")
      .values({
        id: newId(),
        user_id: userId,
        credential_id: input.credentialId,
        public_key: input.publicKey,
        counter: input.counter,
        transports: input.transports,
        name: input.name,
        created_at: now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returningAll()
      .execute();
    if (!row) throw notAddable();
    const added = { type: "passkey.added", subjectId: row.id, data: {} } as const;
    await appendPersonEvents(tx, { userId, credentialId: sessionId }, [added]);
    return row;
  },
);
