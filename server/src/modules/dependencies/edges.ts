import { sql } from "kysely";
import { ApiError } from "../../errors.ts";
import { newId, now } from "../../ids.ts";
import { isOneOf, isOneOfList, type Tx, tableOf } from "../../storage/dialect.ts";
import { insertInto, type Of, statement } from "../../storage/statement.ts";
import { planHandle, specHandle } from "../handles.ts";
import type { Actor } from "../identity/actor.ts";
import { readablePlanIds } from "../plans/access.ts";

interface PlanKey {
  workspace_id: string;
  id: string;
}

/** `from` needs `to` first (decisions section 3, dependency). */
export interface Edge {
  kind: "spec" | "plan";
  from: string;
  to: string;
  fromPlan: PlanKey;
  toPlan: PlanKey;
}

/** Writes edges that were checked for cycles; one that is there already stays. */
export async function insertEdges(tx: Tx, edges: readonly Edge[]): Promise<void> {
  const [first] = edges;
  if (!first) return;
  const { workspace_id } = first.fromPlan;
  const ids = JSON.stringify([...new Set(edges.flatMap((edge) => [edge.from, edge.to]))]);
  const numbers = new Map((await numbersOf(tx, { workspace_id, ids })).map(({ id, number }) => [id, number]));
  const created_at = now();
  const rows = edges.map((edge) => ({
    workspace_id,
    id: newId(),
    kind: edge.kind,
    from_id: edge.from,
    to_id: edge.to,
    from_plan_id: edge.fromPlan.id,
    to_plan_id: edge.toPlan.id,
    from_number: numbers.get(edge.from) ?? null,
    to_number: numbers.get(edge.to) ?? null,
    created_at,
  }));
  await insertNew(tx, rows);
}

const insertNew = insertInto("dependencies", "skip");

/** Of the ids that are specs'. */
const numbersOf = statement((db, of: Of<{ workspace_id: string; ids: string }>) =>
  db
    .selectFrom("specs")
    .select(["id", "number"])
    .where("workspace_id", "=", of("workspace_id"))
    .where(isOneOfList(db, "id", of("ids"))),
);

/**
 * Refuses edges from one thing that would close a circle, across all plans of the workspace. It runs under the
 * workspace's single writer: two requests can't make a circle together. What the actor can't read is left out
 * of the names.
 */
export async function refuseCycle(
  tx: Tx,
  actor: Actor,
  { kind, from, needed }: { kind: Edge["kind"]; from: string; needed: readonly string[] },
): Promise<void> {
  const itself = needed.includes(from);
  if (!itself && !(await reaches(tx, actor.workspaceId, needed, from))) return;
  const ids = itself ? [from] : await circleOf(tx, actor.workspaceId, needed, from);
  const cycle = await handlesOf(tx, actor, kind, ids);
  const what = itself ? "Nothing can need itself first." : "These would need each other in a circle.";
  throw new ApiError("dependency_cycle", `${what} Remove one dependency of the circle first.`, { cycle });
}

/**
 * Walks from both ends in turns, each time further, and stops where one of them has no more to walk: the whole of a
 * big graph often lies on one side and little on the other.
 */
async function reaches(tx: Tx, workspaceId: string, from: readonly string[], to: string): Promise<boolean> {
  for (let most = 250; ; most *= 4) {
    for (const walk of [
      { here: "from_id", there: "to_id", start: from, ends: [to] },
      { here: "to_id", there: "from_id", start: [to], ends: from },
    ] as const) {
      const { size, found } = await walkUpTo(tx, workspaceId, walk, most);
      if (found > 0) return true;
      if (size < most) return false;
    }
  }
}

interface Walk {
  here: "from_id" | "to_id";
  there: "from_id" | "to_id";
  start: readonly string[];
  ends: readonly string[];
}

/**
 * Counts what is reached, up to `most`, where both databases stop walking, and the ends among it. `cross join`
 * keeps SQLite to this order: from what was reached to its own edges, by their index. `values` tells PostgreSQL that
 * the walk starts with little: it would read all edges of the workspace otherwise.
 */
async function walkUpTo(tx: Tx, workspaceId: string, { here, there, start, ends }: Walk, most: number) {
  const { rows } = await sql<{ size: number; found: number }>`
    with recursive reached (id) as (
      values ${sql.join(start.map((id) => sql`(cast(${id} as text))`))}
      union
      select ${sql.ref(`dependencies.${there}`)} from reached cross join dependencies
      where dependencies.workspace_id = ${workspaceId} and ${sql.ref(`dependencies.${here}`)} = reached.id
    )
    select count(*) as size, count(case when id in ${tableOf(tx, ends)} then 1 end) as found
    from (select id from reached limit ${most}) as walked`.execute(tx);
  return rows[0] ?? { size: 0, found: 0 };
}

/** `to`, then a shortest path from `from` back to it: each needs the next. Only walked where there is one. */
async function circleOf(tx: Tx, workspaceId: string, from: readonly string[], to: string): Promise<string[]> {
  const before = new Map<string, string | null>(from.map((id) => [id, null]));
  for (let frontier = [...from]; frontier.length > 0 && !before.has(to); ) {
    const edges = await tx
      .selectFrom("dependencies")
      .select(["from_id", "to_id"])
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "from_id", frontier))
      .execute();
    frontier = [];
    for (const edge of edges) {
      if (before.has(edge.to_id)) continue;
      before.set(edge.to_id, edge.from_id);
      frontier.push(edge.to_id);
    }
  }
  const path: string[] = [];
  for (let at = before.get(to) ?? null; at !== null; at = before.get(at) ?? null) path.unshift(at);
  return [to, ...path];
}

/**
 * In order, without what the actor can't read. The first one's plan is that of the path: specs of other plans are
 * qualified (docs/decisions/graph.md, handles).
 */
async function handlesOf(
  tx: Tx,
  actor: Actor,
  kind: Edge["kind"],
  ids: readonly string[],
): Promise<string[]> {
  const handles = new Map<string, string>();
  const rows =
    kind === "plan"
      ? await tx
          .selectFrom("plans")
          .select(["id", "id as plan_id", "number", "number as plan_number"])
          .where("workspace_id", "=", actor.workspaceId)
          .where(isOneOf(tx, "id", ids))
          .execute()
      : await tx
          .selectFrom("specs")
          .innerJoin("plans", (join) =>
            join
              .onRef("plans.workspace_id", "=", "specs.workspace_id")
              .onRef("plans.id", "=", "specs.plan_id"),
          )
          .select(["specs.id", "specs.plan_id", "specs.number", "plans.number as plan_number"])
          .where("specs.workspace_id", "=", actor.workspaceId)
          .where(isOneOf(tx, "specs.id", ids))
          .execute();
  const readable = await readablePlanIds(
    tx,
    actor,
    rows.map((row) => row.plan_id),
  );
  const home = rows.find((row) => row.id === ids[0])?.plan_id;
  for (const row of rows) {
    if (!readable.has(row.plan_id)) continue;
    const handle = kind === "plan" ? planHandle(row.number) : specHandle(row.number);
    handles.set(
      row.id,
      kind === "plan" || row.plan_id === home ? handle : `${planHandle(row.plan_number)}/${handle}`,
    );
  }
  return ids.flatMap((id) => handles.get(id) ?? []);
}

/** Removes everything that a spec needs or is needed for. */
export async function deleteEdgesOf(tx: Tx, workspaceId: string, id: string): Promise<void> {
  for (const end of ["from_id", "to_id"] as const) {
    await tx.deleteFrom("dependencies").where("workspace_id", "=", workspaceId).where(end, "=", id).execute();
  }
}
