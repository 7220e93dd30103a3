import { type BatchSpec, type ChangedSpec, createSpecBatch } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { post, type Write } from "../../../dispatch/handlers.ts";
import { inField, notFound, ofItem } from "../../../errors.ts";
import { appendEvents, type NewEvent } from "../../../events/append.ts";
import { newId } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { expectOne } from "../../../storage/expect-one.ts";
import { type PlanRow, readablePlan, requireEdit } from "../../plans/access.ts";
import { syncPlanStatus } from "../../plans/status.ts";
import { specEvent } from "../events.ts";
import { specsOfIds } from "../store.ts";
import { insertResolved } from "./add-specs.ts";
import { changeSpecs } from "./change-specs.ts";
import { findSpecs, type NamedSpec } from "./find-specs.ts";
import { mergeText } from "./merge-text.ts";
import { idsOfRefs, needsOfBody, referencesOf, resolve } from "./new-specs.ts";
import { specIds } from "./references.ts";
import { refuseFinished } from "./refuse-finished.ts";
import { requireWorkFields, workChange } from "./work-fields.ts";
import { replaceNeeds } from "./write-needs.ts";
import { completeSpecs, disclosesWritten, type WrittenSpecs, writtenSpecs } from "./written-specs.ts";

type Item = BatchSpec | ChangedSpec;

/** A change of a spec with its resolved references. */
interface SpecChange {
  id: string;
  body: ChangedSpec;
  /** JSON Pointer of the item. */
  path: string;
  /** Undefined if the spec keeps its needs. */
  needs: NamedSpec[] | undefined;
}

const isChange = (body: Item): body is ChangedSpec => "spec" in body;

const writeBatch: Write<typeof createSpecBatch, WrittenSpecs>["run"] = async (tx, actor, input) => {
  const plan = await readablePlan(tx, actor, input.params);
  const items = input.body.specs.map((body, index) => ({ body, path: `/specs/${index}` }));
  const { created, changes } = await resolveItems(tx, actor, plan, items);
  requireEdit(plan);
  await requireWorkFields(
    tx,
    plan,
    changes.map(({ body, path, id }) => ({ body, path, specIds: [id] })),
  );
  const added = await insertResolved(tx, actor, plan, created);
  await refuseFinished(
    tx,
    plan,
    added.specs,
    created.map(({ path }) => path),
  );
  const needs = await replaceNeeds(tx, actor, plan, lastNeeds(plan, changes));

  const events = new Map<string, NewEvent[]>();
  for (const [index, spec] of added.specs.entries())
    events.set(created[index]?.path ?? "", [specEvent("spec.created", plan, spec)]);
  for (const change of changes)
    events.set(change.path, await changeSpec(tx, actor, plan, change, needs.changed.delete(change.id)));
  await appendEvents(tx, actor, [
    ...items.flatMap(({ path }) => events.get(path) ?? []),
    ...added.events,
    ...needs.events,
    ...(await syncPlanStatus(tx, plan, added.specs)),
  ]);
  const idOfPath = new Map([...created, ...changes].map(({ path, id }) => [path, id]));
  const ids = items.flatMap(({ path }) => idOfPath.get(path) ?? []);
  return writtenSpecs(tx, actor, plan, ids, input);
};

/** Creates and changes up to 500 specs, all or nothing. */
export const specBatch = post(createSpecBatch, disclosesWritten, writeBatch, { complete: completeSpecs });

/** Resolves all references of a batch, or throws 404. */
async function resolveItems(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  items: readonly { body: Item; path: string }[],
) {
  const unresolved = items.flatMap(({ body, path }) => (isChange(body) ? [] : [{ id: newId(), body, path }]));
  const bodies = items.flatMap(({ body, path }) => (isChange(body) ? [{ body, path }] : []));
  const references = items.flatMap(({ body }) => referencesOf(body));
  const find = await findSpecs(tx, actor, plan, references, idsOfRefs(unresolved));
  const idOf = await specIds(
    tx,
    plan,
    bodies.map(({ body }) => body.spec),
  );
  const changes = bodies.map(({ body, path }): SpecChange => {
    const id = idOf.get(body.spec);
    if (id === undefined) throw inField(`${path}/spec`, notFound("spec in this plan"));
    return { id, body, path, needs: body.needsFirst && needsOfBody(body, find, path) };
  });
  return { created: unresolved.map((spec) => resolve(spec, find, plan.id)), changes };
}

/** Returns the needs that specs end up with: if a batch changes a spec twice, the last ones. */
function lastNeeds({ workspace_id, id: plan_id }: PlanRow, changes: readonly SpecChange[]) {
  const wanted = changes.flatMap(({ id, needs }) =>
    needs ? [[id, { spec: { workspace_id, id, plan_id }, needs }] as const] : [],
  );
  return [...new Map(wanted).values()];
}

/** Changes a spec's text and fields. Returns the events. */
async function changeSpec(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  { id, body, path }: SpecChange,
  needsChanged: boolean,
): Promise<NewEvent[]> {
  const spec = expectOne(await specsOfIds(tx, plan, [id]));
  const text = await ofItem(path, () => mergeText(tx, spec, body));
  const { status } = spec;
  const effort = body.effort === undefined ? spec.effort : body.effort;
  const after = { title: text.title, content: text.text, status, effort };
  const work = workChange(spec, body);
  const changed = [
    ...(["title", "content", "effort"] as const).filter((field) => after[field] !== spec[field]),
    ...work.changed,
    ...(needsChanged ? ["needsFirst"] : []),
  ];
  if (changed.length === 0) return [];
  return changeSpecs(tx, actor, plan, [{ spec, before: spec, after, work, changed }]);
}
