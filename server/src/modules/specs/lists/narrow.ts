import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../../actor.ts";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { type Clause, endOfAll, hitsOf, startOfNewest } from "../../../storage/full-text.ts";
import { isLive } from "../../claims/lease.ts";
import { plansReadableBy } from "../../plans/access.ts";
import { assigneeKey } from "../assignee-key.ts";
import type { DueDays, SpecFilter } from "./filter.ts";

/** Specs that are read and ordered at once, and those that a page looks at when it walks an index. */
export const mostLookedAt = 10_000;

/** Returns the ids of a small set that contains all specs of a filter; null if every part of it is too common. */
export async function narrow(db: Db, actor: Actor, filter: SpecFilter): Promise<string[] | null> {
  const { claimed, planIds, projectIds, clauses, due, labels, assignees } = filter;
  const { workspaceId } = actor;
  const attempts: (() => Promise<string[] | null>)[] = [];
  if (claimed) attempts.push(() => claimedSpecs(db, workspaceId));
  if (planIds) attempts.push(() => specsOfPlans(db, actor, "plans.id", planIds));
  if (projectIds) attempts.push(() => specsOfPlans(db, actor, "plans.project_id", projectIds));
  if (clauses) attempts.push(() => specsWithWords(db, workspaceId, clauses));
  if (due && !due.includes(null)) attempts.push(() => dueSpecs(db, workspaceId, due));
  if (labels && !labels.orNone) attempts.push(() => labelledSpecs(db, workspaceId, labels.ids));
  if (assignees && !assignees.includes(null)) attempts.push(() => assignedSpecs(db, workspaceId, assignees));
  for (const attempt of attempts) {
    const ids = await attempt();
    if (ids) return ids;
  }
  return null;
}

const few = (rows: readonly { id: string }[]): string[] | null =>
  rows.length > mostLookedAt ? null : rows.map(({ id }) => id);

const claimedSpecs = async (db: Db, workspaceId: string) =>
  few(
    await db
      .selectFrom("claims")
      .select("claims.spec_id as id")
      .where("claims.workspace_id", "=", workspaceId)
      .where(isLive(db))
      .limit(mostLookedAt + 1)
      .execute(),
  );

/** Returns the specs of readable plans, unless they are many by the plans' counts. */
async function specsOfPlans(
  db: Db,
  actor: Actor,
  column: "plans.id" | "plans.project_id",
  ids: readonly string[],
): Promise<string[] | null> {
  const plans = await plansReadableBy(db, actor)
    .clearSelect()
    .select(["plans.id", "plans.spec_count"])
    .where(isOneOf(db, column, ids))
    .where("plans.spec_count", ">", 0)
    .limit(mostLookedAt + 1)
    .execute();
  if (plans.reduce((sum, plan) => sum + plan.spec_count, 0) > mostLookedAt) return null;
  const rows = await db
    .selectFrom("specs")
    .select("id")
    .where("workspace_id", "=", actor.workspaceId)
    .where(
      isOneOf(
        db,
        "plan_id",
        plans.map(({ id }) => id),
      ),
    )
    .limit(mostLookedAt + 1)
    .execute();
  return few(rows);
}

async function dueSpecs(db: Db, workspaceId: string, due: readonly (DueDays | null)[]) {
  const ids = new Set<string>();
  for (const days of due) {
    if (days === null) return null;
    let query = db
      .selectFrom("specs")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where(sql<SqlBool>`due_date is not null`);
    if (days.from !== null) query = query.where("due_date", ">=", days.from);
    if (days.to !== null) query = query.where("due_date", "<=", days.to);
    for (const { id } of await query.limit(mostLookedAt + 1).execute()) ids.add(id);
    if (ids.size > mostLookedAt) return null;
  }
  return [...ids];
}

const labelledSpecs = async (db: Db, workspaceId: string, labelIds: readonly string[]) =>
  few(
    await db
      .selectFrom("spec_labels")
      .select("spec_id as id")
      .distinct()
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(db, "label_id", labelIds))
      .limit(mostLookedAt + 1)
      .execute(),
  );

async function assignedSpecs(db: Db, workspaceId: string, assignees: readonly (string | null)[]) {
  const keys = assignees.map((id) => sql`${id ?? ""}`);
  return few(
    await db
      .selectFrom("specs")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where(sql<SqlBool>`${assigneeKey} in (${sql.join(keys)})`)
      .limit(mostLookedAt + 1)
      .execute(),
  );
}

/** Returns the specs with all words, unless each of the words is common. */
async function specsWithWords(
  db: Db,
  workspaceId: string,
  clauses: readonly Clause[],
): Promise<string[] | null> {
  const { from } = await startOfNewest(db, workspaceId, clauses, endOfAll, mostLookedAt);
  if (from > 0) return null;
  const hits = hitsOf(db, workspaceId, clauses, { from: 0, below: endOfAll });
  const { rows } = await sql<{ id: string }>`select known.document_id as id from (
      select document from (${hits}) as hits group by document
      having count(distinct clause) = ${sql.lit(clauses.length)}) as found
    cross join search_documents as known
    where known.id = found.document and known.workspace_id = ${workspaceId} and known.kind = 'spec'
    limit ${mostLookedAt + 1}`.execute(db);
  return few(rows);
}

/** Documents whose words are looked up one by one. */
const documentsAtOnce = 60;

/** Filters specs to those with all words. */
export async function withWords(
  db: Db,
  workspaceId: string,
  clauses: readonly Clause[],
  ids: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += documentsAtOnce) {
    const wanted = ids.slice(at, at + documentsAtOnce);
    const hits = hitsOf(
      db,
      workspaceId,
      clauses,
      { from: 0, below: endOfAll },
      {
        documents: sql`few`,
        parts: wanted.length,
      },
    );
    const { rows } = await sql<{ id: string }>`with few as materialized (
        select id as document from search_documents
        where workspace_id = ${workspaceId} and kind = 'spec' and ${isOneOf(db, "document_id", wanted)})
      select known.document_id as id from (select document from (${hits}) as hits group by document
        having count(distinct clause) = ${sql.lit(clauses.length)}) as found
      cross join search_documents as known where known.id = found.document`.execute(db);
    for (const { id } of rows) found.add(id);
  }
  return found;
}
