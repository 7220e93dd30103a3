import type { Actor } from "../../../actor.ts";
import type { NewEvent } from "../../../events/append.ts";
import type { Db } from "../../../storage/dialect.ts";
import { aboutDependency } from "../../dependencies/events.ts";
import { specHandle } from "../../handles.ts";
import type { PlanRow } from "../../plans/access.ts";
import { aboutSpec } from "../../specs/events.ts";
import { setParent } from "../../specs/writes/set-parent.ts";
import type { ImportedSpec } from "../imported-spec.ts";
import { addToReport } from "../present.ts";
import type { How } from "../source.ts";
import { addNeeds } from "./add-needs.ts";
import { closingEdges } from "./closing-edges.ts";
import { decideNeeds, type NeedsDecision, needsKey } from "./decide-needs.ts";
import { decideParents, type ParentDecision } from "./decide-parents.ts";
import { resolveRefs } from "./resolve-refs.ts";
import { type LinkBase, needsOfSpecs, removeNeeds } from "./store.ts";

/** The specs of a plan, which exist by now unless a dry run would create them. */
export interface LinkedPlan {
  plan: PlanRow | null;
  specs: readonly ImportedSpec[];
}

interface Links {
  events: NewEvent[];
  /** The next bases of specs by id. */
  bases: Map<string, LinkBase>;
}

/** Merges the needs and parents of an import's specs, and adds the changes to their reports. */
export async function importLinks(
  db: Db,
  actor: Actor,
  plans: readonly LinkedPlan[],
  how: How,
): Promise<Links> {
  const asked = plans.flatMap(({ plan, specs }) => specs.map((spec) => ({ ...spec, plan })));
  const needing = asked.filter(
    ({ source, base }) => source.needsFirst !== undefined && needsKey(source.needsFirst) !== base?.needs,
  );
  const moving = asked.filter(
    ({ source, base }) => source.parentRef !== undefined && (source.parentRef ?? "") !== base?.parent_ref,
  );
  const find = await resolveRefs(db, actor, how.projectId, plans, needing);
  const old = needing.flatMap(({ id, isNew }) => (id === null || isNew ? [] : id));
  const had = await needsOfSpecs(db, actor.workspaceId, old);
  const needs = needing.map((spec) => decideNeeds(spec, find, had(spec.id)));
  leaveOutCycles(needs);
  const events = how.dryRun ? [] : await writeNeeds(db, actor, needs);
  const parents = await decideParents(db, actor, moving, how);
  if (!how.dryRun) await writeParents(db, actor, parents);
  for (const { spec, added, removed, notes } of needs)
    addToReport(spec.report, { changed: added.length + removed.length > 0 ? ["needsFirst"] : [], notes });
  for (const { spec, isChanged, notes, conflicts } of parents)
    addToReport(spec.report, { changed: isChanged ? ["parentSpecId"] : [], notes, conflicts });
  const changed = [
    ...needs.flatMap(({ spec, added, removed }) =>
      added.length + removed.length > 0 ? [{ spec, field: "needsFirst" }] : [],
    ),
    ...parents.flatMap(({ spec, isChanged }) => (isChanged ? [{ spec, field: "parentSpecId" }] : [])),
  ];
  return { events: [...events, ...updatedEvents(changed)], bases: basesOf(needs, parents) };
}

/** Leaves out needs that would close a cycle within the import. */
function leaveOutCycles(decisions: readonly NeedsDecision[]): void {
  const edges = decisions.flatMap((decision) =>
    decision.added.map((need) => ({
      decision,
      need,
      from: decision.spec.id ?? decision.spec.source.externalRef,
      to: need.key,
    })),
  );
  for (const { decision, need } of closingEdges(edges)) leaveOutCycle(decision, need);
}

function leaveOutCycle(decision: NeedsDecision, need: NeedsDecision["added"][number]): void {
  decision.added = decision.added.filter((one) => one !== need);
  decision.leaveOut(need.ref, "they would need each other in a cycle");
}

async function writeNeeds(tx: Db, actor: Actor, decisions: readonly NeedsDecision[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const removed = decisions.flatMap(({ removed: rows, spec: { plan } }) =>
    rows.flatMap((row) => (plan ? [{ row, plan }] : [])),
  );
  await removeNeeds(
    tx,
    actor.workspaceId,
    removed.map(({ row }) => row.id),
  );
  for (const { row, plan } of removed)
    if (row.to_plan_id !== plan.id)
      events.push({ type: "dependency.deleted", ...aboutDependency(plan, row) });
  const wanted = decisions.flatMap((decision) =>
    decision.added.flatMap((need) => {
      const { id, plan } = decision.spec;
      if (id === null || plan === null || need.found === null) return [];
      return [
        {
          kind: "spec" as const,
          from: id,
          to: need.found.id,
          fromPlan: plan,
          toPlan: need.found.plan,
          decision,
          need,
        },
      ];
    }),
  );
  const created = new Set(decisions.flatMap(({ spec }) => (spec.isNew && spec.id !== null ? spec.id : [])));
  const { rows, closing } = await addNeeds(tx, actor.workspaceId, wanted, created);
  for (const { decision, need } of closing) leaveOutCycle(decision, need);
  const planOf = new Map(wanted.map(({ from, fromPlan }) => [from, fromPlan]));
  for (const row of rows) {
    const plan = planOf.get(row.from_id);
    if (plan && row.to_plan_id !== plan.id)
      events.push({ type: "dependency.created", ...aboutDependency(plan, row) });
  }
  return events;
}

async function writeParents(
  tx: Db,
  { workspaceId }: Actor,
  decisions: readonly ParentDecision[],
): Promise<void> {
  for (const { spec, isChanged, parentId } of decisions) {
    if (!isChanged || spec.id === null) continue;
    await setParent(tx, { workspace_id: workspaceId, id: spec.id }, parentId);
  }
}

/** Returns events of existing specs; new ones have theirs. */
function updatedEvents(changed: readonly { spec: NeedsDecision["spec"]; field: string }[]): NewEvent[] {
  const events: NewEvent[] = [];
  for (const fields of Map.groupBy(changed, (change) => change.spec.report).values()) {
    const { id, number, plan, isNew } = fields[0]?.spec ?? { isNew: true };
    if (isNew || !plan || typeof id !== "string" || typeof number !== "number") continue;
    const data = { shortId: specHandle(number), changed: fields.map(({ field }) => field) };
    events.push({ type: "spec.updated", ...aboutSpec(plan, { id, number }), data });
  }
  return events;
}

function basesOf(needs: readonly NeedsDecision[], parents: readonly ParentDecision[]): Map<string, LinkBase> {
  const bases = new Map<string, LinkBase>();
  for (const { spec, base } of needs) if (spec.id !== null) bases.set(spec.id, { needs: base() });
  for (const { spec, base } of parents)
    if (spec.id !== null) bases.set(spec.id, { ...bases.get(spec.id), parent_ref: base });
  return bases;
}
