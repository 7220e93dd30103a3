import { command } from "../../dispatch/commands.ts";
import type { JobRun } from "../../jobs/runner.ts";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { textColumns } from "./derived-columns.ts";
import { hasOpenQuestions } from "./readiness/plan-questions.ts";

interface Rows {
  workspaceId: string;
  ids: string[];
}

/** The job that a migration leaves if the rubric has changed (`storage/migrations/008-plan-questions.ts`). */
export const jobKindOfGrading = "specs.grade";

/** The rows of one transaction: few, since a text may have 256 KB, and others wait for the writer. */
const rowsAtOnce = 50;

/** Grades specs by the rubric as it is now. */
export const gradeSpecs = command(
  "specs.grade",
  (input: Rows) => input.workspaceId,
  async (tx: Tx, { workspaceId, ids }: Rows) => {
    const rows = await tx
      .selectFrom("specs")
      .select(["id", "title", "content", "effort", "readiness_computed"])
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "id", ids))
      .execute();
    for (const row of rows) {
      const { readiness_computed } = textColumns(row);
      if (readiness_computed === row.readiness_computed) continue;
      await tx
        .updateTable("specs")
        .set({ readiness_computed })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", row.id)
        .execute();
    }
  },
);

/** Reads the descriptions of plans for open questions. */
export const gradePlans = command(
  "plans.grade",
  (input: Rows) => input.workspaceId,
  async (tx: Tx, { workspaceId, ids }: Rows) => {
    const rows = await tx
      .selectFrom("plans")
      .select(["id", "description", "has_open_questions"])
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "id", ids))
      .execute();
    for (const row of rows) {
      const has_open_questions = hasOpenQuestions(row.description) ? 1 : 0;
      if (has_open_questions === row.has_open_questions) continue;
      await tx
        .updateTable("plans")
        .set({ has_open_questions })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", row.id)
        .execute();
    }
  },
);

/**
 * Grades all plans and specs, a few in a transaction, the oldest workspace first; starts over if a process ended in the
 * middle. Changes the stored grade alone: no version, event or `updatedAt`, and no grade that a person set.
 */
export async function gradeJob(
  { db, writer }: Context,
  _payload: unknown,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  for (const [table, grade] of [["plans", gradePlans] as const, ["specs", gradeSpecs] as const]) {
    for (
      let keys = await keysAfter(db, table);
      keys.length > 0;
      keys = await keysAfter(db, table, keys.at(-1))
    ) {
      for (const [workspaceId, rows] of Map.groupBy(keys, (key) => key.workspace_id)) {
        signal.throwIfAborted();
        await writer.run(grade, { workspaceId, ids: rows.map(({ id }) => id) });
      }
    }
  }
}

/** Returns the next keys of a table, in their order. */
function keysAfter(db: Db, table: "plans" | "specs", last = { workspace_id: "", id: "" }) {
  return db
    .selectFrom(table)
    .select(["workspace_id", "id"])
    .where((where) =>
      where.or([
        where("workspace_id", ">", last.workspace_id),
        where.and([where("workspace_id", "=", last.workspace_id), where("id", ">", last.id)]),
      ]),
    )
    .orderBy("workspace_id")
    .orderBy("id")
    .limit(rowsAtOnce)
    .execute();
}
