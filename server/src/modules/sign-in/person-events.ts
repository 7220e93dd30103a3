import { command } from "../../dispatch/commands.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { newId } from "../../ids.ts";
import { enqueueUnlessWaiting } from "../../jobs/queue.ts";
import type { JobKind } from "../../jobs/runner.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";

type WithoutReaders<E> = E extends { readers: readonly [string] } ? Omit<E, "readers"> : never;
/** An event about a person, who is its only reader. */
export type PersonEvent = WithoutReaders<NewEvent>;

/**
 * Leaves the events of an act on a person for each of their workspaces (decisions section 7, events). A job appends
 * them: a sign-in waits for no workspace, however busy, and holds none up.
 */
export async function appendPersonEvents(
  tx: Tx,
  by: { userId: string; credentialId: string | null },
  events: readonly PersonEvent[],
): Promise<void> {
  const memberships = await tx
    .selectFrom("memberships")
    .select("workspace_id")
    .where("user_id", "=", by.userId)
    .orderBy("workspace_id") // The jobs of several are locked in one order.
    .execute();
  for (const { workspace_id } of memberships) {
    const rows = events.map((event) => ({
      ...{ workspace_id, id: newId(), user_id: by.userId, credential_id: by.credentialId },
      event: JSON.stringify(event),
    }));
    await tx.insertInto("person_events").values(rows).execute();
    const payload = { workspaceId: workspace_id };
    const dedupeKey = `signIn.tell ${workspace_id}`;
    await enqueueUnlessWaiting(tx, { kind: "signIn.tell", workspaceId: workspace_id, payload, dedupeKey });
  }
}

const mostAtOnce = 500;

/**
 * Appends what was left for a workspace to its history, once, in the order in which it happened. Returns true where
 * there may be more.
 */
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
        { ...(JSON.parse(event) as PersonEvent), readers: [userId] },
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

/** Runs it once the act is on disk. */
export const tellJob: JobKind<Context> = {
  attempts: 10,
  async run({ writer }, payload: { workspaceId: string }) {
    while (await writer.run(tellWorkspace, payload));
  },
};
