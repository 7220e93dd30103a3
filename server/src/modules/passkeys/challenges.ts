import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { hashSecret } from "../identity/key-format.ts";

export const challengeMs = 5 * 60_000;

/** A challenge is for one session, or for one browser without a session. */
export type For = { sessionId: string } | { browserHash: string };

/** Keeps the hash of a challenge. What has expired goes, so that the table holds those of a few minutes. */
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

/**
 * Takes a challenge in the transaction of what it is answered for, and returns whether it was there: an answer that
 * is sent again, or by another browser, or too late, finds none.
 */
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
