import type { NextSpec } from "@groundplan/contract";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { isClaimed } from "../claims/lease.ts";
import { numberOf } from "../paging.ts";
import { plansReadableBy, readablePlanIds } from "../plans/access.ts";
import type { Scope } from "../plans/scope.ts";
import { shownReadiness } from "./counts/readiness-key.ts";
import { isOpenSpec } from "./is-open-spec.ts";
import { openParts, planNeedsOf } from "./plan-needs.ts";

interface StartableFilter {
  scope: Scope;
  status: NextSpec["status"] | "all";
  minReadiness: number;
  maxEffort?: number | undefined;
  /** True for specs with a live claim, or with one that ended after `since`; false for those without a live one. */
  claimed: boolean;
  /** A released spec is listed again with the claimed ones, since its place among the free ones may be passed. */
  since?: string | number | undefined;
  /** True for specs that await a review, whatever they need; false for the others. */
  awaitsReview: boolean;
}

export type Candidate = Awaited<ReturnType<typeof candidates>>[number];

/**
 * Returns readable open specs that wait for nothing that all editors of their plans can read, after a key, by
 * plan, position and id. Two queries, the rest of the key's plan and later plans, each walk an index.
 */
export async function startableAfter(
  db: Db,
  actor: Actor,
  filter: StartableFilter,
  after: readonly (string | number)[] | null,
  limit: number,
): Promise<Candidate[]> {
  const [plan, position, id] = [
    String(after?.[0] ?? ""),
    numberOf(after?.[1] ?? 0),
    String(after?.[2] ?? ""),
  ];
  let rest: Candidate[] = [];
  if (after)
    rest = await candidates(db, actor, filter, limit, (query) =>
      query
        .where("plans.id", "=", plan)
        .where("specs.position", ">=", position)
        .where((where) => where.or([where("specs.position", ">", position), where("specs.id", ">", id)])),
    );
  if (rest.length === limit) return rest;
  const more = await candidates(db, actor, filter, limit - rest.length, (query) =>
    // On both columns, whichever table the planner starts with.
    query.where("plans.id", ">", plan).where("specs.plan_id", ">", plan),
  );
  return [...rest, ...more];
}

function specsOfPlans(db: Db, actor: Actor, awaitsReview: boolean) {
  const open = plansReadableBy(db, actor)
    .clearSelect()
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "plans.workspace_id").onRef("specs.plan_id", "=", "plans.id"),
    )
    .where("plans.archived_at", "is", null)
    .where("root.template", "=", 0)
    .where(isOpenSpec);
  // Literals, so that the partial indexes apply.
  if (awaitsReview) return open.where("specs.awaits_review", "=", sql.lit(1));
  return open
    .where("plans.waits", "=", 0)
    .where("specs.open_needs", "=", sql.lit(0))
    .where("specs.awaits_review", "=", 0);
}

type Query = ReturnType<typeof specsOfPlans>;

function candidates(
  db: Db,
  actor: Actor,
  {
    scope: { projectId, planId },
    status,
    minReadiness,
    maxEffort,
    claimed,
    since,
    awaitsReview,
  }: StartableFilter,
  limit: number,
  after: (query: Query) => Query,
) {
  let query = after(specsOfPlans(db, actor, awaitsReview));
  if (projectId) query = query.where("plans.project_id", "=", projectId);
  if (planId) query = query.where("plans.id", "=", planId);
  if (status !== "all") query = query.where("specs.status", "=", status);
  if (maxEffort !== undefined)
    query = query.where((where) =>
      where.or([where("specs.effort", "is", null), where("specs.effort", "<=", maxEffort)]),
    );
  if (minReadiness > 1) query = query.where(shownReadiness, ">=", minReadiness);
  return query
    .where(claimed ? isClaimed(db, since) : sql<SqlBool>`not ${isClaimed(db)}`)
    .select([
      "projects.slug",
      "plans.number as plan_number",
      "plans.name as plan_name",
      "specs.id",
      "specs.plan_id",
      "specs.number",
      "specs.title",
      "specs.effort",
      "specs.position",
      "specs.awaits_review",
      shownReadiness.as("readiness"),
      sql<NextSpec["status"]>`specs.status`.as("status"),
    ])
    .orderBy("plans.id")
    .orderBy("specs.position")
    .orderBy("specs.id")
    .limit(limit)
    .execute();
}

/** Returns ids of specs that wait for an open spec or plan. Unreadable and archived needs are ignored. */
export async function blockedSpecs(
  db: Db,
  actor: Actor,
  specs: readonly Pick<Candidate, "id" | "plan_id">[],
): Promise<Set<string>> {
  if (specs.length === 0) return new Set();
  // Step by step: without statistics PostgreSQL joins each open spec with each dependency.
  const needs = await db
    .selectFrom("dependencies")
    .select(["from_id", "to_id"])
    .where("workspace_id", "=", actor.workspaceId)
    .where(
      isOneOf(
        db,
        "from_id",
        specs.map((spec) => spec.id),
      ),
    )
    .execute();
  const open = await openSpecsAmong(
    db,
    actor,
    needs.map((need) => need.to_id),
  );
  const waiting = needs.filter((need) => open.has(need.to_id));
  const held = new Set(waiting.map((row) => row.from_id));
  const plans = await blockedPlans(db, actor, [...new Set(specs.map((spec) => spec.plan_id))]);
  for (const spec of specs) if (plans.has(spec.plan_id)) held.add(spec.id);
  return held;
}

/** Filters ids to open specs of readable plans that aren't archived. */
async function openSpecsAmong(db: Db, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  const specs = await db
    .selectFrom("specs")
    .innerJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "specs.workspace_id").onRef("plans.id", "=", "specs.plan_id"),
    )
    .select(["specs.id", "specs.plan_id"])
    .where("specs.workspace_id", "=", actor.workspaceId)
    .where(isOneOf(db, "specs.id", [...new Set(ids)]))
    .where(isOpenSpec)
    .where("plans.archived_at", "is", null)
    .execute();
  const readable = await readablePlanIds(
    db,
    actor,
    specs.map(({ plan_id }) => plan_id),
  );
  return new Set(specs.filter(({ plan_id }) => readable.has(plan_id)).map(({ id }) => id));
}

async function blockedPlans(db: Db, actor: Actor, plans: readonly string[]): Promise<Set<string>> {
  const { needs, above } = await planNeedsOf(db, actor, plans);
  const isOpenPart = await openParts(
    db,
    actor.workspaceId,
    needs.map((need) => need.to),
  );
  const open = needs.filter((need) => isOpenPart(need.to)).map((need) => need.from);
  const own = new Set(open.filter((part) => part.own).map((part) => part.plan));
  const whole = new Set(open.filter((part) => !part.own).map((part) => part.plan));
  return new Set(plans.filter((plan) => own.has(plan) || !above(plan).isDisjointFrom(whole)));
}
