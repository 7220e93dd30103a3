import type { Actor } from "../../actor.ts";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import { sortedBy } from "../../storage/sorted-by.ts";
import { handlesOf } from "./cycle-handles.ts";
import { closesSpecCycle } from "./refuse-cycle.ts";
import { insertRows } from "./write-dependencies.ts";

/** A dependency that can't be restored, by handles. */
export interface Dropped {
  from: string;
  to: string;
}

const ends = ["from_id", "to_id"] as const;

/**
 * Restores a spec's dependencies whose other end exists. Those that would close a cycle are dropped and
 * returned if readable.
 */
export async function restoreDependenciesOf(
  tx: Tx,
  actor: Actor,
  spec: { id: string; plan_id: string },
): Promise<Dropped[]> {
  const { workspaceId } = actor;
  const dropped: Edge[] = [];
  for (const end of ends) {
    const edges = await edgesOf(tx, workspaceId, end, spec.id);
    if (edges.length === 0) continue;
    // All edges share an end, so one check covers them.
    const isSafe = !(await closesCycle(tx, workspaceId, edges));
    const kept: Edge[] = [];
    for (const edge of edges) {
      const stays = isSafe || !(await closesCycle(tx, workspaceId, [edge]));
      (stays ? kept : dropped).push(edge);
    }
    await insertRows(
      tx,
      kept.map((edge) => ({ workspace_id: workspaceId, kind: "spec" as const, ...edge })),
    );
    await tx
      .deleteFrom("deleted_dependencies")
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "id", idsOf(edges, "id")))
      .execute();
  }
  if (dropped.length === 0) return [];
  const named = ends.flatMap((end) => idsOf(dropped, end)).map((id) => ({ kind: "spec" as const, id }));
  const handles = await handlesOf(tx, actor, spec.plan_id, named);
  return dropped.flatMap(({ from_id, to_id }) => {
    const [from, to] = [handles.get(from_id), handles.get(to_id)];
    return from && to ? [{ from, to }] : [];
  });
}

type Edge = Awaited<ReturnType<typeof edgesOf>>[number];

const idsOf = (edges: readonly Edge[], column: "id" | (typeof ends)[number]) => [
  ...new Set(edges.map((edge) => edge[column])),
];

const closesCycle = (tx: Tx, workspaceId: string, edges: readonly Edge[]) =>
  closesSpecCycle(tx, workspaceId, { needing: idsOf(edges, "from_id"), needed: idsOf(edges, "to_id") });

/** Returns a spec's deleted dependencies at one end, if both ends exist, by creation. */
async function edgesOf(db: Db, workspaceId: string, end: (typeof ends)[number], id: string) {
  const edges = await db
    .selectFrom("deleted_dependencies")
    .select(["id", "from_id", "to_id", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where(end, "=", id)
    .execute();
  if (edges.length === 0) return [];
  const specs = await db
    .selectFrom("specs")
    .select(["id", "plan_id", "number"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", [...new Set(edges.flatMap(({ from_id, to_id }) => [from_id, to_id]))]))
    .execute();
  const specById = new Map(specs.map((spec) => [spec.id, spec]));
  return sortedBy(edges, "id").flatMap((edge) => {
    const [from, to] = [specById.get(edge.from_id), specById.get(edge.to_id)];
    if (!from || !to) return [];
    const end = { from_plan_id: from.plan_id, from_number: from.number };
    return [{ ...edge, ...end, to_plan_id: to.plan_id, to_number: to.number }];
  });
}
