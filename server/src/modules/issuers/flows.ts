import { createHmac } from "node:crypto";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";

const lastsMs = 10 * 60_000;

/** An attempt at the issuer: a sign-in, optionally with an invite, or linking for a session. */
export interface Flow {
  browserHash: string;
  sessionId: string | null;
  inviteHash: string | null;
  returnTo: string;
}

/** Stores an attempt and deletes expired ones. */
export const addFlow = command(
  "issuers.addFlow",
  () => null,
  async (tx: Tx, { stateHash, flow }: { stateHash: string; flow: Flow }) => {
    await tx.deleteFrom("issuer_flows").where("expires_at", "<", now()).execute();
    await tx
      .insertInto("issuer_flows")
      .values({
        state_hash: stateHash,
        browser_hash: flow.browserHash,
        session_id: flow.sessionId,
        invite_hash: flow.inviteHash,
        return_to: flow.returnTo,
        expires_at: new Date(Date.now() + lastsMs).toISOString(),
      })
      .execute();
  },
);

/**
 * Consumes a returning browser's attempt before asking the issuer, so that replays and other browsers get
 * null.
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
 * Derives nonce and code verifier from the cookie's secret, so that reading the database doesn't allow
 * completing a sign-in.
 */
export function secretsOf(browserSecret: string, state: string) {
  const derived = (what: string) =>
    createHmac("sha256", browserSecret).update(`${what} ${state}`).digest("base64url");
  return { nonce: derived("nonce"), codeVerifier: derived("code verifier") };
}
