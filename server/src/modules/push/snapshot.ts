import type { Db } from "../../storage/dialect.ts";
import { planHandle, specHandle } from "../handles.ts";
import type { Actor } from "../identity/actor.ts";
import { plansReadableBy } from "../plans/access.ts";
import { isBelowReady } from "./below-ready.ts";
import { type Edge, readEdges } from "./edges.ts";
import { fingerprint } from "./fingerprint.ts";
import { type LedgerRow, readLedger } from "./ledger.ts";
import type { PushOptions } from "./options.ts";

/** What is pushed, and where to. */
export interface Aim {
  workspaceId: string;
  planId: string;
  connectionId: string;
  target: string;
  options: PushOptions;
}

export interface PlanNode {
  id: string;
  number: number;
  name: string;
  parentId: string | null;
  revision: number;
  hash: string;
}

export interface SpecNode {
  id: string;
  number: number;
  title: string;
  planId: string;
  planNumber: number;
  parentId: string | null;
  revision: number;
  readiness: number | null;
  hash: string;
  /** Part of this push; others are there for their links only. */
  included: boolean;
}

/** A plan with its sub-plans as they are now, and what the tracker has of them. Texts are read and let go. */
export interface Snapshot {
  /** Parents first; the pushed plan is the first. */
  plans: PlanNode[];
  /** All of these plans, by plan and position. */
  specs: SpecNode[];
  edges: Edge[];
  ledger: LedgerRow[];
  /** The plans above, the outermost first. */
  ancestors: { id: string; name: string; number: number }[];
  isPrivate: boolean;
  options: PushOptions;
}

/** Null where the actor can't read the plan (any more). */
export async function takeSnapshot(db: Db, actor: Actor, aim: Aim): Promise<Snapshot | null> {
  const tree = await readTree(db, actor, aim);
  if (!tree) return null;
  const { plans, ...rest } = tree;
  const specs: SpecNode[] = [];
  for (const plan of plans) specs.push(...(await readSpecs(db, aim, plan)));
  const planIds = plans.map((plan) => plan.id);
  const ids = [...planIds, ...specs.map((spec) => spec.id)];
  const edges = await readEdges(db, actor, planIds);
  const outside = [...edges.map((edge) => edge.to), ...rest.ancestors.map((plan) => plan.id)];
  const ledger = await readLedger(db, aim, planIds, [...ids, ...outside, ...edges.map((edge) => edge.key)]);
  return { plans, specs, edges, ledger, options: aim.options, ...rest };
}

/** Archived sub-plans are left out. */
async function readTree(db: Db, actor: Actor, { planId, options }: Aim) {
  const rows = await plansReadableBy(db, actor)
    .where("plans.root_plan_id", "=", (query) =>
      query
        .selectFrom("plans as pushed")
        .select("pushed.root_plan_id")
        .where("pushed.workspace_id", "=", actor.workspaceId)
        .where("pushed.id", "=", planId),
    )
    .orderBy("plans.number")
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const top = byId.get(planId);
  if (!top) return null;
  const children = Map.groupBy(rows, (row) => row.parent_plan_id);
  const tree = [top];
  if (options.includeSubPlans && !options.specIds) {
    for (const plan of tree) {
      tree.push(...(children.get(plan.id) ?? []).filter((child) => !child.archived_at));
    }
  }
  const ancestors = [];
  for (let above = byId.get(top.parent_plan_id ?? ""); above; above = byId.get(above.parent_plan_id ?? "")) {
    ancestors.unshift({ id: above.id, name: above.name, number: above.number });
  }
  const plans = tree.map((row): PlanNode => {
    const { id, number, name, revision, parent_plan_id: parentId } = row;
    const hash = fingerprint(planHandle(number), name, row.description ?? "");
    return { id, number, name, parentId, revision, hash };
  });
  return { plans, ancestors, isPrivate: top.root_visibility === "PRIVATE" };
}

const rowsAtOnce = 200;

async function readSpecs(db: Db, { workspaceId, options }: Aim, plan: PlanNode): Promise<SpecNode[]> {
  const wanted = options.specIds && new Set(options.specIds);
  const specs: SpecNode[] = [];
  for (let [position, id] = [-1, ""]; ; ) {
    const rows = await db
      .selectFrom("specs")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .where("plan_id", "=", plan.id)
      .where("position", ">=", position)
      .where((where) => where.or([where("position", ">", position), where("id", ">", id)]))
      .orderBy("position")
      .orderBy("id")
      .limit(rowsAtOnce)
      .execute();
    for (const row of rows) {
      const readiness = row.readiness_set;
      const held = options.holdBelowReady && isBelowReady({ readiness });
      specs.push({
        id: row.id,
        number: row.number,
        title: row.title,
        planId: plan.id,
        planNumber: plan.number,
        parentId: row.parent_spec_id,
        revision: row.revision,
        readiness,
        hash: fingerprint(handleOf(plan.number, row.number), row.title, row.content),
        included: !held && (wanted?.has(row.id) ?? true),
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return specs;
    position = last.position;
    id = last.id;
  }
}

/** What an issue says that it is. */
export const handleOf = (planNumber: number, specNumber: number | null) =>
  specNumber === null ? planHandle(planNumber) : `${planHandle(planNumber)} / ${specHandle(specNumber)}`;
