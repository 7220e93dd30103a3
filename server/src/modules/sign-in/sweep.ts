import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";

/** Deletes sessions, links and tokens that have expired. */
export const sweepSignIn = command(
  "signIn.sweep",
  () => null,
  async (tx: Tx, input: { before: string }) => {
    await tx.deleteFrom("access_tokens").where("expires_at", "<", input.before).execute();
    await tx.deleteFrom("sessions").where("expires_at", "<", input.before).execute();
    await tx.deleteFrom("links").where("expires_at", "<", input.before).execute();
  },
);

export async function sweepSignInJob({ writer }: Context): Promise<void> {
  await writer.run(sweepSignIn, { before: now() });
}
