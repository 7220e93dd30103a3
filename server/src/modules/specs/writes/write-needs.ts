import type { Actor } from "../../../actor.ts";
import { ofField } from "../../../errors.ts";
import type { NewEvent } from "../../../events/append.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { aboutDependency } from "../../dependencies/events.ts";
import { refuseSpecCycle } from "../../dependencies/refuse-cycle.ts";
import { insertDependencies } from "../../dependencies/write-dependencies.ts";
import { type PlanRow, requireNotArchived } from "../../plans/access.ts";
import type { SpecRow } from "../access.ts";
import { needsOf } from "../needs.ts";
import type { NamedSpec } from "./find-specs.ts";

/** Throws 409 if a needed spec lies in an archived plan. */
export async function refuseArchived(needs: readonly NamedSpec[]): Promise<void> {
  for (const { path, plan } of needs) await ofField(path, () => requireNotArchived(plan));
}

/** Adds checked needs. Returns the events of those in other plans, which `spec.updated` doesn't tell of. */
export async function addNeeds(
  tx: Tx,
  plan: PlanRow,
  needs: readonly { from: string; to: NamedSpec }[],
): Promise<NewEvent[]> {
  const rows = await insertDependencies(
    tx,
    needs.map(({ from, to }) => ({
      kind: "spec",
      from,
      to: to.id,
      fromPlan: plan,
      toPlan: to.plan,
    })),
  );
  return rows
    .filter(({ to_plan_id }) => to_plan_id !== plan.id)
    .map((row) => ({ type: "dependency.created", ...aboutDependency(plan, row) }));
}

/** The needs that a spec is to have. */
export interface WantedNeeds {
  spec: Pick<SpecRow, "workspace_id" | "id" | "plan_id">;
  needs: readonly NamedSpec[];
}

/**
 * Replaces needs of specs within their plan; those in other plans are only added. All that go are removed first,
 * so that only the final state can be refused as a cycle. Returns the changed specs' ids and the events of
 * needs in other plans.
 */
export async function replaceNeeds(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  wanted: readonly WantedNeeds[],
): Promise<{ changed: Set<string>; events: NewEvent[] }> {
  await refuseArchived(wanted.flatMap(({ needs }) => needs));
  const before = await needsOf(
    tx,
    actor.workspaceId,
    wanted.map(({ spec }) => spec),
  );
  const steps = [];
  const changed = new Set<string>();
  for (const { spec, needs } of wanted) {
    const had = new Set(before(spec).map(({ to_id }) => to_id));
    const removed = [...had.difference(new Set(needs.map(({ id }) => id)))];
    if (removed.length > 0) await removeNeeds(tx, spec, removed);
    const added = needs.filter(({ id }) => !had.has(id));
    const known = await existing(tx, spec, added);
    const fresh = added.filter(({ id }) => !known.has(id));
    if (removed.length + fresh.length > 0) changed.add(spec.id);
    steps.push({ spec, fresh });
  }
  const events: NewEvent[] = [];
  for (const { spec, fresh } of steps) {
    if (fresh.length === 0) continue;
    await refuseSpecCycle(
      tx,
      actor,
      spec,
      fresh.map(({ id }) => id),
    );
    events.push(
      ...(await addNeeds(
        tx,
        plan,
        fresh.map((to) => ({ from: spec.id, to })),
      )),
    );
  }
  return { changed, events };
}

async function removeNeeds(tx: Tx, spec: WantedNeeds["spec"], ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("dependencies")
    .where("workspace_id", "=", spec.workspace_id)
    .where("from_id", "=", spec.id)
    .where(isOneOf(tx, "to_id", ids))
    .execute();
}

/** Returns which of these a spec needs already, in another plan. */
async function existing(
  tx: Tx,
  spec: WantedNeeds["spec"],
  needs: readonly NamedSpec[],
): Promise<Set<string>> {
  const elsewhere = needs.filter(({ plan }) => plan.id !== spec.plan_id).map(({ id }) => id);
  if (elsewhere.length === 0) return new Set();
  const rows = await tx
    .selectFrom("dependencies")
    .select("to_id")
    .where("workspace_id", "=", spec.workspace_id)
    .where("from_id", "=", spec.id)
    .where(isOneOf(tx, "to_id", elsewhere))
    .execute();
  return new Set(rows.map(({ to_id }) => to_id));
}
