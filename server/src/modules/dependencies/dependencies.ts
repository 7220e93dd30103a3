import {
  createDependency,
  deleteDependency,
  getDependency,
  type Input,
  listDependencies,
  type Reply,
} from "@groundplan/contract";
import { type Selectable, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Disclosure } from "../../dispatch/commands.ts";
import { post, read, write } from "../../dispatch/handlers.ts";
import { inField, invalid, notFound, ofField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { handleNumber, planHandle, specHandle } from "../handles.ts";
import { pageOf } from "../paging.ts";
import {
  type PlanRow,
  plansReadableBy,
  readablePlan,
  readablePlanIds,
  referencedPlan,
  requireEdit,
  requireNotArchived,
  withCapability,
} from "../plans/access.ts";
import { referencedSpec } from "../specs/access.ts";
import { aboutDependency } from "./events.ts";
import { refusePlanCycle, refuseSpecCycle } from "./refuse-cycle.ts";
import { insertDependencies, type NewDependency } from "./write-dependencies.ts";

interface Row extends Selectable<Tables["dependencies"]> {
  from_plan: number;
  to_plan: number;
}

/** Selects dependencies with both ends' plan numbers. */
const dependenciesOf = (db: Db, { workspaceId }: Actor) =>
  db
    .selectFrom("dependencies")
    .innerJoin("plans as from", (join) =>
      join
        .onRef("from.workspace_id", "=", "dependencies.workspace_id")
        .onRef("from.id", "=", "dependencies.from_plan_id"),
    )
    .innerJoin("plans as to", (join) =>
      join
        .onRef("to.workspace_id", "=", "dependencies.workspace_id")
        .onRef("to.id", "=", "dependencies.to_plan_id"),
    )
    .selectAll("dependencies")
    .select(["from.number as from_plan", "to.number as to_plan"])
    .where("dependencies.workspace_id", "=", workspaceId);

/** Lists needs of a plan and its specs, hiding dependencies with an unreadable end. */
export const dependenciesList = read(listDependencies, async (db, actor, { params, query }) => {
  const plan = await readablePlan(db, actor, params);
  const readableEnd = plansReadableBy(db, actor)
    .clearSelect()
    .select("plans.id")
    .where("plans.id", "=", sql.ref<string>("dependencies.to_plan_id"));
  const { rows, ...next } = await pageOf(
    `${listDependencies.id} ${plan.id}`,
    query,
    ([id = ""], limit) =>
      dependenciesOf(db, actor)
        .where("from_plan_id", "=", plan.id)
        .where(({ exists }) => exists(readableEnd))
        .where("dependencies.id", ">", String(id))
        .orderBy("dependencies.id")
        .limit(limit)
        .execute(),
    (row) => [row.id],
  );
  return { dependencies: rows.map(presentDependency), ...next };
});

export const dependencyGet = read(getDependency, async (db, actor, { params }) => {
  const plan = await readablePlan(db, actor, params);
  return { dependency: presentDependency(await readableDependency(db, actor, plan, params.dependencyId)) };
});

/** Returns a dependency of a plan; unreadable ones are 404. */
async function readableDependency(db: Db, actor: Actor, plan: PlanRow, id: string): Promise<Row> {
  const row = await dependenciesOf(db, actor)
    .where("from_plan_id", "=", plan.id)
    .where("dependencies.id", "=", id)
    .executeTakeFirst();
  if (!row || !(await readablePlanIds(db, actor, [row.to_plan_id])).has(row.to_plan_id))
    throw notFound("dependency");
  return row;
}

/** Creates a dependency. An archived plan is 409 `plan_archived`, before any other 409. */
export const dependencyCreate = post(
  createDependency,
  disclosesNeeded,
  async (tx, actor, { params, body }) => {
    const readable = await readablePlan(tx, actor, params);
    const { dependency, other } = await endsOf(tx, actor, readable, body);
    requireEdit(readable);
    await ofField("toPlanId" in body ? "/toPlanId" : "/toSpecId", () => requireNotArchived(other));
    const existing = await findDependency(tx, actor, dependency);
    if (existing) return { dependency: presentDependency(existing) };
    if (dependency.kind === "plan") await refusePlanCycle(tx, actor, readable, other);
    else await refuseSpecCycle(tx, actor, { id: dependency.from, plan_id: readable.id }, [dependency.to]);
    await insertDependencies(tx, [dependency]);
    const row = await findDependency(tx, actor, dependency);
    if (!row) throw new Error("the dependency was not written");
    await appendEvents(tx, actor, [{ type: "dependency.created", ...aboutDependency(readable, row) }]);
    return { dependency: presentDependency(row) };
  },
);

function disclosesNeeded({ dependency: { toPlanId, toSpecId } }: Reply<typeof createDependency>): Disclosure {
  return { planIds: toPlanId ? [toPlanId] : [], specIds: toSpecId ? [toSpecId] : [] };
}

export const dependencyDelete = write(deleteDependency, async (tx, actor, { params }) => {
  const plan = await readablePlan(tx, actor, params);
  const row = await readableDependency(tx, actor, plan, params.dependencyId);
  requireEdit(plan);
  await tx
    .deleteFrom("dependencies")
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", row.id)
    .execute();
  await appendEvents(tx, actor, [{ type: "dependency.deleted", ...aboutDependency(plan, row) }]);
  return { deleted: true as const };
});

type Body = Input<typeof createDependency>["body"];

/** Resolves both ends; `from` lies in the path's plan. */
async function endsOf(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  body: Body,
): Promise<{ dependency: NewDependency; other: PlanRow }> {
  if ("fromPlanId" in body) {
    const find = async (named: string) =>
      named === plan.id || named === planHandle(plan.number) ? plan : referencedPlan(tx, actor, named);
    const from = await ofField("/fromPlanId", () => find(body.fromPlanId));
    const other = await ofField("/toPlanId", () => find(body.toPlanId));
    if (from.id !== plan.id) throw invalid("/fromPlanId", "must be the plan of the path");
    return {
      dependency: { kind: "plan", from: plan.id, to: other.id, fromPlan: plan, toPlan: other },
      other,
    };
  }
  const from = await referencedSpec(tx, plan, body.fromSpecId, "/fromSpecId");
  const to = await specAnywhere(tx, actor, plan, body.toSpecId);
  return {
    dependency: { kind: "spec", from: from.id, to: to.id, fromPlan: plan, toPlan: to.plan },
    other: to.plan,
  };
}

/** Resolves a handle within the path's plan, or the id of any readable spec. */
async function specAnywhere(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  reference: string,
): Promise<{ id: string; plan: PlanRow }> {
  if (handleNumber("SPEC", reference) !== null)
    return { id: (await referencedSpec(tx, plan, reference, "/toSpecId")).id, plan };
  const row = await plansReadableBy(tx, actor)
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "plans.workspace_id").onRef("specs.plan_id", "=", "plans.id"),
    )
    .select("specs.id as spec_id")
    .where("specs.id", "=", reference)
    .executeTakeFirst();
  if (!row) throw inField("/toSpecId", notFound("spec"));
  const { spec_id: id, ...found } = row;
  return { id, plan: withCapability(actor, found) };
}

function findDependency(db: Db, actor: Actor, dependency: NewDependency): Promise<Row | undefined> {
  return dependenciesOf(db, actor)
    .where("from_id", "=", dependency.from)
    .where("to_id", "=", dependency.to)
    .executeTakeFirst();
}

function presentDependency(row: Row) {
  const spec = row.kind === "spec";
  return {
    id: row.id,
    fromPlanId: spec ? null : row.from_id,
    fromSpecId: spec ? row.from_id : null,
    toPlanId: spec ? null : row.to_id,
    toSpecId: spec ? row.to_id : null,
    fromHandle: handleOf(row.from_plan, row.from_number),
    toHandle: handleOf(row.to_plan, row.to_number),
  };
}

/** Returns an end's handle; `spec` is null for a plan. */
const handleOf = (plan: number, spec: number | null): string =>
  spec === null ? planHandle(plan) : `${planHandle(plan)}/${specHandle(spec)}`;
