import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { hashSecret } from "../identity/key-format.ts";

export const challengeMs = 5 * 60_000;

/** The session, or the browser without one, that a challenge is for. */
export type For = { sessionId: string } | { browserHash: string };

/** Stores a challenge's hash and deletes expired ones. */
export const addChallenge = command(
  "passkeys.addChallenge",
  () => null,
  async (tx: Tx, input: { hash: string; whose: For }) => {
    await tx.deleteFrom("challenges").where("expires_at", "<", now()).execute();
    const expires_at = new Date(Date.now() + challengeMs).toISOString();
    await tx
      .insertInto("challenges")
      .values({ hash: input.hash, ...columnsOf(input.whose), expires_at })
      .execute();
  },
);

/** Consumes a challenge; returns false for a replay, another browser or an expired one. */
export async function takeChallenge(tx: Tx, challenge: string, whose: For): Promise<boolean> {
  const { session_id, browser_hash } = columnsOf(whose);
  const taken = await tx
    .deleteFrom("challenges")
    .where("hash", "=", hashSecret(challenge))
    .where("session_id", session_id === null ? "is" : "=", session_id)
    .where("browser_hash", browser_hash === null ? "is" : "=", browser_hash)
    .where("expires_at", ">", now())
    .returning("hash")
    .execute();
  return taken.length > 0;
}

const columnsOf = (whose: For) => ({
  session_id: "sessionId" in whose ? whose.sessionId : null,
  browser_hash: "browserHash" in whose ? whose.browserHash : null,
});
