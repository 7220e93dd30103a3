import { command } from "../../dispatch/commands.ts";
import type { JobRun } from "../../jobs/runner.ts";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { noteTouched } from "../dependencies/counts/touched.ts";
import { textColumns } from "./derived-columns.ts";
import { hasOpenQuestions } from "./readiness/plan-questions.ts";

interface Rows {
  workspaceId: string;
  ids: string[];
}

/** Enqueued by migrations that change the rubric (`storage/migrations/008-plan-questions.ts`). */
export const jobKindOfGrading = "specs.grade";

/** Rows per transaction, of up to 256 KB each, while other writers wait. */
const rowsAtOnce = 50;

export const gradeSpecs = command(
  "specs.grade",
  (input: Rows) => input.workspaceId,
  async (tx: Tx, { workspaceId, ids }: Rows) => {
    const rows = await tx
      .selectFrom("specs")
      .select(["id", "plan_id", "title", "content", "effort", "readiness_computed"])
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
      noteTouched(tx, "plans", [row.plan_id]);
    }
  },
);

/** Detects open questions in plan descriptions. */
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
      noteTouched(tx, "plans", [row.id]);
    }
  },
);

/**
 * Regrades all plans and specs in small transactions, oldest workspace first, restarting after a crash.
 * Changes only the stored grade: no version, event or `updatedAt`.
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

/** Returns a table's next keys in order. */
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
