import { serviceIn } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import { appendEvents } from "../../../events/append.ts";
import type { JobRun } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { purgeDeletedSpecs } from "../../specs/deleted/purge-specs.ts";
import { aboutPlan } from "../events.ts";
import { readersOf } from "../readers.ts";
import { deletePlanRows, subtreeIds } from "../store.ts";

interface Purge {
  workspaceId: string;
  kind: "plan" | "project";
  id: string;
  archivedBefore: string;
}

/** Purges an archived plan or deleted project if it is still due. */
export const purgeArchived = command(
  "plans.purge",
  (input: Purge) => input.workspaceId,
  async (tx: Tx, purge: Purge, rules) => {
    const author = serviceIn(purge.workspaceId);
    const row = await tx
      .selectFrom(purge.kind === "plan" ? "plans" : "projects")
      .select("id")
      .where("workspace_id", "=", purge.workspaceId)
      .where("id", "=", purge.id)
      .where("archived_at", "<", purge.archivedBefore)
      .executeTakeFirst();
    if (!row) return false;
    if (purge.kind === "plan") {
      const ids = await subtreeIds(tx, { workspace_id: purge.workspaceId, id: purge.id });
      const plan = await tx
        .selectFrom("plans")
        .select(["id", "workspace_id", "project_id", "root_plan_id", "number"])
        .where("workspace_id", "=", purge.workspaceId)
        .where("id", "=", purge.id)
        .executeTakeFirstOrThrow();
      const readers = await readersOf(tx, plan);
      await deletePlanRows(tx, purge.workspaceId, ids);
      await appendEvents(tx, author, [
        { type: "plan.purged", ...aboutPlan(plan), audience: readers, data: { plans: ids } },
      ]);
    } else {
      const plans = await tx
        .selectFrom("plans")
        .select("id")
        .where("workspace_id", "=", purge.workspaceId)
        .where("project_id", "=", purge.id)
        .execute();
      await deletePlanRows(
        tx,
        purge.workspaceId,
        plans.map((plan) => plan.id),
      );
      const { slug } = await tx
        .selectFrom("projects")
        .select("slug")
        .where("workspace_id", "=", purge.workspaceId)
        .where("id", "=", purge.id)
        .executeTakeFirstOrThrow();
      await rules.forgetProject(tx, { workspaceId: purge.workspaceId, id: purge.id });
      await tx
        .deleteFrom("projects")
        .where("workspace_id", "=", purge.workspaceId)
        .where("id", "=", purge.id)
        .execute();
      await appendEvents(tx, author, [
        { type: "project.purged", subjectId: purge.id, projectId: purge.id, projectSlug: slug, data: {} },
      ]);
    }
    return true;
  },
);

/** Purges plans, projects and specs past `archiveDays`, one transaction each; stoppable in between. */
export async function purgeJob(
  { db, writer, config }: Context,
  _payload: unknown,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  const archivedBefore = new Date(Date.now() - config.archiveDays * 24 * 3600_000).toISOString();
  for (const kind of ["project", "plan"] as const) {
    for (;;) {
      const due = await db
        .selectFrom(kind === "plan" ? "plans" : "projects")
        .select(["workspace_id", "id"])
        .where("archived_at", "<", archivedBefore)
        .orderBy("archived_at")
        .limit(100)
        .execute();
      for (const row of due) {
        signal.throwIfAborted();
        const input: Purge = { workspaceId: row.workspace_id, kind, id: row.id, archivedBefore };
        await writer.run(purgeArchived, input);
      }
      if (due.length < 100) break;
    }
  }
  await purgeDeletedSpecs({ db, writer }, archivedBefore, signal);
}
