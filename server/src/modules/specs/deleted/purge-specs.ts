import { serviceIn } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import { appendEvents } from "../../../events/append.ts";
import { type Tx, tableOf } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { forgetDeletedDependencies } from "../../dependencies/deleted-dependencies.ts";
import { specEvent } from "../events.ts";
import { forgetWork } from "../work-rows.ts";
import { forgetSleeping } from "./asleep.ts";
import { dropDeleted } from "./rows.ts";

interface Purge {
  workspaceId: string;
  id: string;
  deletedBefore: string;
}

/** Purges a deleted spec if it is still due. */
export const purgeDeleted = command(
  "specs.purge",
  (input: Purge) => input.workspaceId,
  async (tx: Tx, { workspaceId, id, deletedBefore }: Purge) => {
    const spec = await tx
      .selectFrom("deleted_specs as spec")
      .innerJoin("plans", (join) =>
        join.onRef("plans.workspace_id", "=", "spec.workspace_id").onRef("plans.id", "=", "spec.plan_id"),
      )
      .select(["spec.workspace_id", "spec.id", "spec.number", "spec.plan_id", "plans.project_id"])
      .where("spec.workspace_id", "=", workspaceId)
      .where("spec.id", "=", id)
      .where("spec.deleted_at", "<", deletedBefore)
      .executeTakeFirst();
    if (!spec) return false;
    await forgetSleeping(tx, spec);
    await forgetWork(tx, spec);
    await forgetDeletedDependencies(tx, workspaceId, tableOf(tx, [id]));
    await dropDeleted(tx, spec);
    const author = serviceIn(workspaceId);
    const plan = { id: spec.plan_id, project_id: spec.project_id };
    await appendEvents(tx, author, [specEvent("spec.purged", plan, spec)]);
    return true;
  },
);

/** Purges specs deleted before a time, one transaction each. */
export async function purgeDeletedSpecs(
  { db, writer }: Pick<Context, "db" | "writer">,
  deletedBefore: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const due = await db
      .selectFrom("deleted_specs")
      .select(["workspace_id", "id"])
      .where("deleted_at", "<", deletedBefore)
      .orderBy("deleted_at")
      .limit(100)
      .execute();
    for (const { workspace_id: workspaceId, id } of due) {
      signal.throwIfAborted();
      await writer.run(purgeDeleted, { workspaceId, id, deletedBefore });
    }
    if (due.length < 100) return;
  }
}
