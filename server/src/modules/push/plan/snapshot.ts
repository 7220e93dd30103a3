import type { SpecStatus, TrackerDetail } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../../actor.ts";
import { type Db, tableOf } from "../../../storage/dialect.ts";
import type { DependencyKind } from "../../../storage/tables/dependencies.ts";
import { plansReadableBy, readablePlanIds } from "../../plans/access.ts";
import type { SpecRow } from "../../specs/access.ts";
import { textHash } from "../../specs/derived-columns.ts";
import { danglingOf, readinessOf } from "../../specs/effective-readiness.ts";
import { labelsOfSpecs } from "../../specs/labels-of-specs.ts";
import { needsOf } from "../../specs/needs.ts";
import type { Details, Label } from "../../trackers/tracker.ts";
import { renderer, shortHash } from "../ledger/hashes.ts";
import type { LinkKind } from "../ledger/kinds.ts";
import { type LedgerRow, readLedger } from "../ledger/ledger.ts";
import { handleOf, type PushOptions, type PushRequest } from "../ledger/pushes.ts";
import { isFinished } from "../ledger/statuses.ts";
import { leftOutOf } from "./finished.ts";

export interface PlanNode {
  id: string;
  number: number;
  name: string;
  parentId: string | null;
  revision: number;
  isOpen: boolean;
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
  /** From 1 to 5. */
  readiness: number;
  /** True if a user set the readiness, not the rubric. */
  readinessIsSet: boolean;
  danglingNeeds: string[];
  planIsOpen: boolean;
  openQuestions: number;
  status: SpecStatus;
  isFinished: boolean;
  /** Null if none are sent. */
  details: Details | null;
  hash: string;
  /** Other specs are read only for links. */
  included: boolean;
}

const ready = 4;
export const isBelowReady = ({ readiness, isFinished }: Pick<SpecNode, "readiness" | "isFinished">) =>
  !isFinished && readiness < ready;

/** `from` needs `to` first. */
export interface SnapshotDependency {
  kind: LinkKind;
  from: string;
  to: string;
  toPlanId: string;
  /** False if `to` is hidden from the actor: then it is neither pushed, mentioned nor removed. */
  readable: boolean;
}

export interface Snapshot {
  /** Parents first, starting with the pushed plan; without those in `leftOut`. */
  plans: PlanNode[];
  /** By plan and position. */
  specs: SpecNode[];
  dependencies: SnapshotDependency[];
  ledger: LedgerRow[];
  /**
   * Finished items, never pushed and not taken now, including dependency ends elsewhere. Nothing waits for
   * them.
   */
  leftOut: ReadonlySet<string>;
  /** Outermost first. */
  ancestors: { id: string; name: string; number: number }[];
  isPrivate: boolean;
  options: PushOptions;
}

/** Returns null if the actor can't read the plan (any more). */
export async function takeSnapshot(db: Db, actor: Actor, request: PushRequest): Promise<Snapshot | null> {
  const tree = await readTree(db, actor, request);
  if (!tree) return null;
  const { plans, ...rest } = tree;
  const specs: SpecNode[] = [];
  for (const plan of plans) specs.push(...(await readSpecs(db, request, plan)));
  const planIds = plans.map((plan) => plan.id);
  const ids = [...planIds, ...specs.map((spec) => spec.id)];
  const dependencies = await readDependencies(db, actor, planIds);
  const outside = [
    ...dependencies.map((dependency) => dependency.to),
    ...rest.ancestors.map((plan) => plan.id),
  ];
  const ledger = await readLedger(db, request, planIds, [...ids, ...outside]);
  const leftOut = await leftOutOf(db, request, { plans, specs, dependencies, ledger });
  return {
    plans: plans.filter(({ id }) => !leftOut.has(id)),
    specs: specs.map((spec) => ({ ...spec, included: spec.included && !leftOut.has(spec.id) })),
    dependencies,
    ledger,
    leftOut,
    options: request.options,
    ...rest,
  };
}

async function readTree(db: Db, actor: Actor, { planId, options }: PushRequest) {
  const rows = await plansReadableBy(db, actor)
    .where("plans.root_plan_id", "=", (query) =>
      query
        .selectFrom("plans as pushed")
        .select("pushed.root_plan_id")
        .where("pushed.workspace_id", "=", actor.workspaceId)
        .where("pushed.id", "=", planId),
    )
    .execute();
  // Sorted here: `order by` would make SQLite scan the whole workspace.
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
    const hash = fingerprint(handleOf(number, null), textHash(name, row.description ?? ""), null, options);
    return { id, number, name, parentId, revision, isOpen: row.has_open_questions === 1, hash };
  });
  return { plans, ancestors, isPrivate: top.root_visibility === "PRIVATE" };
}

async function readSpecs(db: Db, { workspaceId, options }: PushRequest, plan: PlanNode): Promise<SpecNode[]> {
  const rows = await db
    .selectFrom("specs")
    .select(["id", "number", "title", "parent_spec_id", "revision", "effort", "status"])
    .select(["readiness_set", "readiness_computed", "open_questions", "text_hash"])
    .select(["assignee_user_id", "labels", "priority", "due_date"])
    .where("workspace_id", "=", workspaceId)
    .where("plan_id", "=", plan.id)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const needs = await needsOf(db, workspaceId, rows);
  const wanted = options.specIds && new Set(options.specIds);
  const sent = new Set(options.details);
  const labelsOf = sent.has("labels") ? await labelsOfSpecs(db, workspaceId, rows) : () => [];
  return rows.map((row): SpecNode => {
    const danglingNeeds = danglingOf(needs(row));
    const readiness = readinessOf(row, danglingNeeds, plan.isOpen);
    const isDone = isFinished(row.status);
    const held = options.holdBelowReady && isBelowReady({ readiness, isFinished: isDone });
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
      planIsOpen: plan.isOpen,
      openQuestions: row.open_questions,
      status: row.status,
      isFinished: isDone,
      details: sent.size > 0 ? detailsOf(row, sent, labelsOf(row)) : null,
      hash: fingerprint(handleOf(plan.number, row.number), row.text_hash, row.effort, options),
      included: !held && (wanted?.has(row.id) ?? true),
    };
  });
}

function detailsOf(
  row: Pick<SpecRow, "assignee_user_id" | "priority" | "due_date">,
  sent: ReadonlySet<TrackerDetail>,
  labels: readonly Label[],
): Details {
  return {
    ...(sent.has("assignee") ? { assignee: row.assignee_user_id } : {}),
    ...(sent.has("priority") ? { priority: row.priority } : {}),
    ...(sent.has("dueDate") ? { dueDate: row.due_date } : {}),
    ...(sent.has("labels") ? { labels: labels.map(({ name, color }) => ({ name, color })) } : {}),
  };
}

/** Returns a hash independent of rendering; if equal, the tracker is up to date. */
function fingerprint(
  handle: string,
  hashOfText: string,
  effort: number | null,
  { references }: PushOptions,
): string {
  return shortHash(renderer, handle, hashOfText, effort, ...(references ? [references] : []));
}

interface DependencyRow {
  kind: DependencyKind;
  from_id: string;
  to_id: string;
  to_plan_id: string;
}

/** Uses `cross join` to keep SQLite from scanning the whole workspace. */
async function readDependencies(
  db: Db,
  actor: Actor,
  planIds: readonly string[],
): Promise<SnapshotDependency[]> {
  const { rows } = await sql<DependencyRow>`
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
