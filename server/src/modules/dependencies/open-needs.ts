import type { Actor } from "../../actor.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { planHandle, specHandle } from "../handles.ts";
import { plansReadableBy } from "../plans/access.ts";
import type { SpecRow } from "../specs/access.ts";
import { isOpenSpec } from "./is-open-spec.ts";
import { openParts, planNeedsOf } from "./plan-needs.ts";

/**
 * Returns the handles of open specs and plans that a spec waits for, as far as the actor can read them, specs
 * of its own plan first (docs/decisions/graph.md, next).
 */
export async function openNeedsOf(
  db: Db,
  actor: Actor,
  spec: Pick<SpecRow, "id" | "plan_id">,
): Promise<string[]> {
  const specs = await plansReadableBy(db, actor)
    .clearSelect()
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "plans.workspace_id").onRef("specs.plan_id", "=", "plans.id"),
    )
    .innerJoin("dependencies", (join) =>
      join
        .onRef("dependencies.workspace_id", "=", "specs.workspace_id")
        .onRef("dependencies.to_id", "=", "specs.id"),
    )
    .select(["specs.plan_id", "plans.number as plan_number", "specs.number"])
    .where("dependencies.from_id", "=", spec.id)
    .where("plans.archived_at", "is", null)
    .where(isOpenSpec)
    .orderBy("plans.number")
    .orderBy("specs.number")
    .execute();
  const isOwn = ({ plan_id }: { plan_id: string }) => plan_id === spec.plan_id;
  return [
    ...specs.filter(isOwn).map(({ number }) => specHandle(number)),
    ...specs
      .filter((need) => !isOwn(need))
      .map(({ plan_number, number }) => `${planHandle(plan_number)}/${specHandle(number)}`),
    ...(await openPlansNeededBy(db, actor, spec.plan_id)),
  ];
}

async function openPlansNeededBy(db: Db, actor: Actor, planId: string): Promise<string[]> {
  const { needs, above } = await planNeedsOf(db, actor, [planId]);
  const concerns = needs.filter(({ from }) =>
    from.own ? from.plan === planId : above(planId).has(from.plan),
  );
  const isOpen = await openParts(
    db,
    actor.workspaceId,
    concerns.map(({ to }) => to),
  );
  const ids = concerns.filter(({ to }) => isOpen(to)).map(({ to }) => to.plan);
  if (ids.length === 0) return [];
  const plans = await db
    .selectFrom("plans")
    .select("number")
    .where("workspace_id", "=", actor.workspaceId)
    .where(isOneOf(db, "id", [...new Set(ids)]))
    .orderBy("number")
    .execute();
  return plans.map(({ number }) => planHandle(number));
}
