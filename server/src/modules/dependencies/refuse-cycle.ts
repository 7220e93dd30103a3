import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import { isOneOf, type Tx, tableOf } from "../../storage/dialect.ts";
import type { DependencyKind } from "../../storage/tables/dependencies.ts";
import { planHandle, specHandle } from "../handles.ts";
import { readablePlanIds } from "../plans/access.ts";

/**
 * Throws if dependencies from one plan or spec would close a circle, across all plans of the workspace. It runs under the
 * workspace's single writer, so two requests can't make a circle together. Names that the actor can't read are left
 * out.
 */
export async function refuseCycle(
  tx: Tx,
  actor: Actor,
  { kind, from, needed }: { kind: DependencyKind; from: string; needed: readonly string[] },
): Promise<void> {
  const itself = needed.includes(from);
  if (!itself && !(await reaches(tx, actor.workspaceId, needed, from))) return;
  const ids = itself ? [from] : await circleOf(tx, actor.workspaceId, needed, from);
  const cycle = await handlesOf(tx, actor, kind, ids);
  const what = itself ? "Nothing can need itself first." : "These would need each other in a circle.";
  throw new ApiError("dependency_cycle", `${what} Remove one dependency of the circle first.`, { cycle });
}

/**
 * Returns true if `to` can be reached. It walks from both ends in turns, each time further, and stops where one of them
 * has no more to walk: most of a big graph often lies on one side and little on the other.
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
 * Counts the nodes that are reached, up to `most`, where both databases stop walking, and the ends among them. `cross
 * join` keeps SQLite to this order: from the nodes reached to their own dependencies, by their index. `values` tells
 * PostgreSQL that the walk starts small: it would read all dependencies of the workspace otherwise.
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

/**
 * Returns `to`, then a shortest path from `from` back to it: each needs the next. It is only walked where a circle
 * exists.
 */
async function circleOf(tx: Tx, workspaceId: string, from: readonly string[], to: string): Promise<string[]> {
  const before = new Map<string, string | null>(from.map((id) => [id, null]));
  for (let frontier = [...from]; frontier.length > 0 && !before.has(to); ) {
    const dependencies = await tx
      .selectFrom("dependencies")
      .select(["from_id", "to_id"])
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "from_id", frontier))
      .execute();
    frontier = [];
    for (const dependency of dependencies) {
      if (before.has(dependency.to_id)) continue;
      before.set(dependency.to_id, dependency.from_id);
      frontier.push(dependency.to_id);
    }
  }
  const path: string[] = [];
  for (let at = before.get(to) ?? null; at !== null; at = before.get(at) ?? null) path.unshift(at);
  return [to, ...path];
}

/**
 * Returns the handles in order, without those that the actor can't read. The first one's plan counts as the plan of the
 * path: specs of other plans are qualified (docs/decisions/graph.md, handles).
 */
async function handlesOf(
  tx: Tx,
  actor: Actor,
  kind: DependencyKind,
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
