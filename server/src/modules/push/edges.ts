import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { Actor } from "../identity/actor.ts";
import { readablePlanIds } from "../plans/access.ts";

/** `from` needs `to` first. */
export interface Edge {
  kind: "dependency" | "plan_dependency";
  from: string;
  to: string;
  toPlanId: string;
  /** Both ends as one text: what the ledger calls it, also when the dependency is made anew. */
  key: string;
  /** An end that the actor can't read is neither pushed nor mentioned, and not taken back. */
  readable: boolean;
}

export const edgeKey = (from: string, to: string) => `${from}:${to}`;

/** What these plans and their specs need first. */
export async function readEdges(db: Db, actor: Actor, planIds: readonly string[]): Promise<Edge[]> {
  const rows = await db
    .selectFrom("dependencies")
    .select(["kind", "from_id", "to_id", "to_plan_id"])
    .where("workspace_id", "=", actor.workspaceId)
    .where(isOneOf(db, "from_plan_id", planIds))
    .orderBy("id")
    .execute();
  const readable = await readablePlanIds(
    db,
    actor,
    rows.map((row) => row.to_plan_id),
  );
  return rows.map((row) => ({
    kind: row.kind === "plan" ? "plan_dependency" : "dependency",
    from: row.from_id,
    to: row.to_id,
    toPlanId: row.to_plan_id,
    key: edgeKey(row.from_id, row.to_id),
    readable: readable.has(row.to_plan_id),
  }));
}
