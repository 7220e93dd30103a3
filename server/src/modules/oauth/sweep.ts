import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import { timeIn } from "../../jobs/clock.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";

const day = 24 * 3600_000;
/** Days for which an ended connection and its app's registration are kept. */
const keepEndedDays = 30;

/** Deletes expired codes and tokens, old ended connections, and apps without connections. */
export const sweepOAuth = command(
  "oauth.sweep",
  () => null,
  async (tx: Tx, input: { at: string; endedBefore: string; registeredBefore: string }) => {
    const { at: timestamp, endedBefore, registeredBefore } = input;
    await tx.deleteFrom("oauth_artifacts").where("expires_at", "<", timestamp).execute();
    await tx.deleteFrom("refresh_answers").where("expires_at", "<", timeIn(tx, 0)).execute();
    await tx.deleteFrom("oauth_connections").where("expires_at", "<", endedBefore).execute();
    await tx
      .deleteFrom("oauth_clients")
      .where("created_at", "<", registeredBefore)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("oauth_connections")
              .select("id")
              .whereRef("oauth_connections.client_id", "=", "oauth_clients.id"),
          ),
        ),
      )
      .execute();
  },
);

export async function sweepOAuthJob({ writer }: Context): Promise<void> {
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
  await writer.run(sweepOAuth, { at: now(), endedBefore: ago(keepEndedDays), registeredBefore: ago(1) });
}
