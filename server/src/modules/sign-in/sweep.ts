import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { idleSince } from "./sessions/session.ts";

const knownMs = 180 * 24 * 3600_000;

/** Deletes expired sessions, links and tokens, and sign-in origins unused for half a year. */
export const sweepSignIn = command(
  "signIn.sweep",
  () => null,
  async (tx: Tx, input: { now: string; idleSince: string; knownSince: string }) => {
    await tx.deleteFrom("access_tokens").where("expires_at", "<", input.now).execute();
    await tx.deleteFrom("sessions").where("expires_at", "<", input.now).execute();
    await tx.deleteFrom("sessions").where("last_used_at", "<", input.idleSince).execute();
    await tx.deleteFrom("links").where("expires_at", "<", input.now).execute();
    await tx.deleteFrom("known_senders").where("seen_at", "<", input.knownSince).execute();
    await tx.deleteFrom("known_browsers").where("seen_at", "<", input.knownSince).execute();
  },
);

export async function sweepSignInJob({ writer }: Context): Promise<void> {
  const knownSince = new Date(Date.now() - knownMs).toISOString();
  await writer.run(sweepSignIn, { now: now(), idleSince: idleSince(), knownSince });
}
