import { command } from "../../dispatch/commands.ts";
import { timeIn } from "../../jobs/clock.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { JobKind } from "../../jobs/runner.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";

/** Repetition window of a refresh in seconds. */
const repeatableSeconds = 30;

interface OfRefresh {
  workspaceId: string;
  /** Connection id. */
  id: string;
  usedHash: string;
}

/** Stores a refresh's answer; each connection keeps only its latest. */
export async function keepAnswer(
  tx: Tx,
  { workspaceId, id, usedHash }: OfRefresh,
  sealed: string,
): Promise<void> {
  const kept = { used_hash: usedHash, sealed, expires_at: timeIn(tx, repeatableSeconds) };
  await tx
    .insertInto("refresh_answers")
    .values({ workspace_id: workspaceId, connection_id: id, ...kept })
    .onConflict((conflict) => conflict.columns(["workspace_id", "connection_id"]).doUpdateSet(kept))
    .execute();
  await enqueue(tx, {
    kind: "oauth.forgetAnswer",
    workspaceId,
    payload: { workspaceId, id, usedHash },
    delaySeconds: repeatableSeconds,
  });
}

/** Returns the sealed answer of a timely repetition; null otherwise. */
export async function findAnswer(tx: Tx, { workspaceId, id, usedHash }: OfRefresh): Promise<string | null> {
  const row = await tx
    .selectFrom("refresh_answers")
    .select("sealed")
    .where("workspace_id", "=", workspaceId)
    .where("connection_id", "=", id)
    .where("used_hash", "=", usedHash)
    .where("expires_at", ">", timeIn(tx, 0))
    .executeTakeFirst();
  return row?.sealed ?? null;
}

export const forgetAnswer = command(
  "oauth.forgetAnswer",
  ({ workspaceId }) => workspaceId,
  async (tx: Tx, { workspaceId, id, usedHash }: OfRefresh) => {
    await tx
      .deleteFrom("refresh_answers")
      .where("workspace_id", "=", workspaceId)
      .where("connection_id", "=", id)
      .where("used_hash", "=", usedHash)
      .execute();
  },
);

export const forgetAnswerJob: JobKind<Context> = {
  run: ({ writer }, refresh: OfRefresh) => writer.run(forgetAnswer, refresh),
  attempts: 10,
};
