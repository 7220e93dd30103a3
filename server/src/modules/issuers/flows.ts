import { createHmac } from "node:crypto";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";

const lastsMs = 10 * 60_000;

/** A way to the issuer and back: for a sign-in, with an invite or without, or for a session that links an account. */
export interface Flow {
  browserHash: string;
  sessionId: string | null;
  inviteHash: string | null;
  returnTo: string;
}

/** Keeps a way that a browser begins; those that were never ended go. */
export const addFlow = command(
  "issuers.addFlow",
  () => null,
  async (tx: Tx, { stateHash, flow }: { stateHash: string; flow: Flow }) => {
    await tx.deleteFrom("issuer_flows").where("expires_at", "<", now()).execute();
    await tx
      .insertInto("issuer_flows")
      .values({
        ...{ state_hash: stateHash, browser_hash: flow.browserHash, session_id: flow.sessionId },
        invite_hash: flow.inviteHash,
        ...{ return_to: flow.returnTo, expires_at: new Date(Date.now() + lastsMs).toISOString() },
      })
      .execute();
  },
);

/**
 * Takes the way that a browser comes back on, and commits that before the issuer is asked: a repeated answer, or one
 * for another browser, finds none. Returns null then.
 */
export const takeFlow = command(
  "issuers.takeFlow",
  () => null,
  async (
    tx: Tx,
    { stateHash, browserHash }: { stateHash: string; browserHash: string },
  ): Promise<Flow | null> => {
    const [taken] = await tx
      .deleteFrom("issuer_flows")
      .where("state_hash", "=", stateHash)
      .where("browser_hash", "=", browserHash)
      .where("expires_at", ">", now())
      .returningAll()
      .execute();
    if (!taken) return null;
    const { session_id: sessionId, invite_hash: inviteHash, return_to: returnTo } = taken;
    return { browserHash, sessionId, inviteHash, returnTo };
  },
);

/**
 * Returns the two values that belong to a state in a browser. They follow from the secret in its cookie, so none of
 * them is stored: whoever reads the database can't finish anybody's sign-in.
 */
export function secretsOf(browserSecret: string, state: string) {
  const derived = (what: string) =>
    createHmac("sha256", browserSecret).update(`${what} ${state}`).digest("base64url");
  return { nonce: derived("nonce"), codeVerifier: derived("code verifier") };
}
