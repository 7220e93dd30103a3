import { command } from "../../dispatch/commands.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { newId } from "../../ids.ts";
import { enqueueUnlessWaiting } from "../../jobs/queue.ts";
import type { JobKind } from "../../jobs/runner.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";

type WithoutAudience<E> = E extends { audience: readonly [string] } ? Omit<E, "audience"> : never;
/** An event whose only recipient is its user. */
export type PersonEvent = WithoutAudience<NewEvent>;

/**
 * Enqueues a user's events for each of their workspaces (decisions section 7, events). A job appends them, so
 * that sign-ins never wait for a workspace's lock.
 */
export async function appendPersonEvents(
  tx: Tx,
  author: { userId: string; credentialId: string | null },
  events: readonly PersonEvent[],
): Promise<void> {
  const memberships = await tx
    .selectFrom("memberships")
    .select("workspace_id")
    .where("user_id", "=", author.userId)
    .orderBy("workspace_id") // A consistent order prevents deadlocks.
    .execute();
  for (const { workspace_id } of memberships) {
    const rows = events.map((event) => ({
      workspace_id,
      id: newId(),
      user_id: author.userId,
      credential_id: author.credentialId,
      event: JSON.stringify(event),
    }));
    await tx.insertInto("person_events").values(rows).execute();
    const payload = { workspaceId: workspace_id };
    const dedupeKey = `signIn.tell ${workspace_id}`;
    await enqueueUnlessWaiting(tx, { kind: "signIn.tell", workspaceId: workspace_id, payload, dedupeKey });
  }
}

const mostAtOnce = 500;

/** Appends a workspace's pending events once and in order. Returns true if there may be more. */
export const tellWorkspace = command(
  "signIn.tell",
  ({ workspaceId }: { workspaceId: string }) => workspaceId,
  async (tx: Tx, { workspaceId }: { workspaceId: string }) => {
    const left = await tx
      .selectFrom("person_events")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .orderBy("id")
      .limit(mostAtOnce)
      .execute();
    for (const { user_id: userId, credential_id: credentialId, event } of left)
      await appendEvents(tx, { workspaceId, userId, credentialId }, [
        { ...(JSON.parse(event) as PersonEvent), audience: [userId] },
      ]);
    const ids = left.map(({ id }) => id);
    await tx
      .deleteFrom("person_events")
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "id", ids))
      .execute();
    return left.length === mostAtOnce;
  },
);

/** Runs after the commit. */
export const tellJob: JobKind<Context> = {
  attempts: 10,
  async run({ writer }, payload: { workspaceId: string }) {
    while (await writer.run(tellWorkspace, payload));
  },
};
