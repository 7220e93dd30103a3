import { sql } from "kysely";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { JobRun } from "../../jobs/runner.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { SearchKind } from "../../storage/tables/search.ts";
import { indexSource } from "../context/index-source.ts";
import type { Context } from "../context.ts";
import { indexInstructionsOf } from "../instructions/index-instructions.ts";
import { indexPlan } from "../plans/index-plan.ts";
import { indexSkillOf } from "../skills/index-skill.ts";
import { indexSpecOf } from "../specs/index-spec.ts";
import { indexThreadOf } from "../threads/index-thread.ts";

/** Document kinds and their tables. */
const kinds = [
  { kind: "plan", table: "plans", index: indexPlan },
  { kind: "spec", table: "specs", index: indexSpecOf },
  { kind: "source", table: "context_sources", index: indexSource },
  { kind: "skill", table: "skills", index: indexSkillOf },
  { kind: "instructions", table: "instructions", index: indexInstructionsOf },
  { kind: "thread", table: "threads", index: indexThreadOf },
] as const;

/** Rows per query. */
const rowsAtOnce = 500;
/** Documents per transaction; texts may be long, and others wait for the writer. */
const documentsAtOnce = 5;

interface Rows {
  workspaceId: string;
  kind: SearchKind;
  ids: string[];
}

/** Indexes documents in their current state, skipping deleted ones. */
export const indexRows = command(
  "search.indexRows",
  (input: Rows) => input.workspaceId,
  async (tx: Tx, { workspaceId, kind, ids }: Rows): Promise<void> => {
    const of = kinds.find((one) => one.kind === kind);
    for (const id of ids) await of?.index(tx, workspaceId, id);
  },
);

/** Records that older documents are indexed; newer changes index themselves. */
export const markFilled = command(
  "search.markFilled",
  () => null,
  async (tx: Tx): Promise<void> => {
    await tx
      .insertInto("search_filled")
      .values({ id: "all", filled_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
);

/**
 * Indexes existing documents after a migration or restore (backups omit the index). Resumes after a crash.
 */
export async function fillIndex(
  { db, writer }: Context,
  _payload: unknown,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  if (await db.selectFrom("search_filled").select("id").executeTakeFirst()) return;
  for (const { kind, table } of kinds) {
    let after = { workspace_id: "", id: "" };
    for (;;) {
      const rows = await rowsAfter(db, table, kind, after);
      for (const [workspaceId, own] of Map.groupBy(rows, (row) => row.workspace_id)) {
        const missing = own.filter((row) => row.number === null).map(({ id }) => id);
        for (let index = 0; index < missing.length; index += documentsAtOnce) {
          signal.throwIfAborted();
          await writer.run(indexRows, {
            workspaceId,
            kind,
            ids: missing.slice(index, index + documentsAtOnce),
          });
        }
      }
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) break;
      after = last;
    }
  }
  await writer.run(markFilled, null);
}

interface Found {
  workspace_id: string;
  id: string;
  /** Null if not indexed. */
  number: number | null;
}

async function rowsAfter(
  db: Db,
  table: (typeof kinds)[number]["table"],
  kind: SearchKind,
  after: { workspace_id: string; id: string },
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select own.workspace_id, own.id, known.id as number from ${sql.table(table)} as own
    left join search_documents as known
      on known.workspace_id = own.workspace_id and known.kind = ${kind} and known.document_id = own.id
    where (own.workspace_id, own.id) > (${after.workspace_id}, ${after.id})
    order by own.workspace_id, own.id limit ${rowsAtOnce}`.execute(db);
  return rows;
}
