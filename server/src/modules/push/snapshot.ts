import { sql } from "kysely";
import { type Db, tableOf } from "../../storage/dialect.ts";
import type { Actor } from "../identity/actor.ts";
import { plansReadableBy, readablePlanIds } from "../plans/access.ts";
import { danglingOf, readinessOf } from "../specs/grade.ts";
import { needsOf } from "../specs/needs.ts";
import { textHash } from "../specs/text.ts";
import { isBelowReady } from "./about.ts";
import { renderer, shortHash } from "./hashes.ts";
import { type LedgerRow, readLedger } from "./ledger.ts";
import { type Aim, handleOf, type PushOptions } from "./runs.ts";

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
  effort: number | null;
  /** 1 to 5, and whether a person has set it. */
  readiness: number;
  readinessIsSet: boolean;
  danglingNeeds: string[];
  hash: string;
  /** Part of this push; others are there for their links only. */
  included: boolean;
}

/** `from` needs `to` first. */
export interface Edge {
  kind: "dependency" | "plan_dependency";
  from: string;
  to: string;
  toPlanId: string;
  /** An end that the actor can't read is neither pushed nor mentioned, and not taken back. */
  readable: boolean;
}

/** A plan with its sub-plans as they are now, and what the tracker has of them. No text of a spec is read. */
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
  const ledger = await readLedger(db, aim, planIds, [...ids, ...outside]);
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
    .execute();
  // Ordered by the database, SQLite would go through all plans of the workspace.
  rows.sort((a, b) => a.number - b.number);
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
    const hash = fingerprint(handleOf(number, null), textHash(name, row.description ?? ""), null);
    return { id, number, name, parentId, revision, hash };
  });
  return { plans, ancestors, isPrivate: top.root_visibility === "PRIVATE" };
}

async function readSpecs(db: Db, { workspaceId, options }: Aim, plan: PlanNode): Promise<SpecNode[]> {
  const rows = await db
    .selectFrom("specs")
    .select(["id", "number", "title", "parent_spec_id", "revision", "effort"])
    .select(["readiness_set", "readiness_computed", "text_hash"])
    .where("workspace_id", "=", workspaceId)
    .where("plan_id", "=", plan.id)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const needs = await needsOf(db, workspaceId, rows);
  const wanted = options.specIds && new Set(options.specIds);
  return rows.map((row): SpecNode => {
    const danglingNeeds = danglingOf(needs(row));
    const readiness = readinessOf(row, danglingNeeds);
    const held = options.holdBelowReady && isBelowReady({ readiness });
    return {
      id: row.id,
      number: row.number,
      title: row.title,
      planId: plan.id,
      planNumber: plan.number,
      parentId: row.parent_spec_id,
      revision: row.revision,
      effort: row.effort,
      readiness,
      readinessIsSet: row.readiness_set !== null,
      danglingNeeds,
      hash: fingerprint(handleOf(plan.number, row.number), row.text_hash, row.effort),
      included: !held && (wanted?.has(row.id) ?? true),
    };
  });
}

/** What an issue says, of the meaning and not of the rendered form: equal means that the tracker has it already. */
function fingerprint(handle: string, hashOfText: string, effort: number | null): string {
  return shortHash(renderer, handle, hashOfText, effort);
}

interface EdgeRow {
  kind: string;
  from_id: string;
  to_id: string;
  to_plan_id: string;
}

/** What these plans and their specs need first. `cross join` keeps SQLite from reading the whole workspace's. */
async function readEdges(db: Db, actor: Actor, planIds: readonly string[]): Promise<Edge[]> {
  const { rows } = await sql<EdgeRow>`
    select kind, from_id, to_id, to_plan_id
    from ${tableOf(db, planIds)} as pushed cross join dependencies
    where dependencies.workspace_id = ${actor.workspaceId} and dependencies.from_plan_id = pushed.value
    order by dependencies.id`.execute(db);
  const toPlanIds = rows.map((row) => row.to_plan_id);
  const readable = await readablePlanIds(db, actor, toPlanIds);
  return rows.map((row) => ({
    kind: row.kind === "plan" ? "plan_dependency" : "dependency",
    from: row.from_id,
    to: row.to_id,
    toPlanId: row.to_plan_id,
    readable: readable.has(row.to_plan_id),
  }));
}
