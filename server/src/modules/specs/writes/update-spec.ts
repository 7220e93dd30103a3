import { updateSpec } from "@groundplan/contract";
import { moveAnchors } from "../../../anchors/move-anchors.ts";
import { ApiError } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { recordRevision, requireRevision } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { expectOne } from "../../../storage/expect-one.ts";
import { claimHeld, gateStatuses } from "../../claims/status-gate.ts";
import { refuseHeldCriteria } from "../../evidence/held-criteria.ts";
import { requireEvidence } from "../../evidence/require-evidence.ts";
import { reviewAsked } from "../../evidence/review.ts";
import { noteWorker } from "../../evidence/workers.ts";
import { specHandle } from "../../handles.ts";
import { requireEdit } from "../../plans/access.ts";
import { syncPlanStatus } from "../../plans/status.ts";
import { readableSpec, referencedSpec, type SpecRow } from "../access.ts";
import { textColumns } from "../derived-columns.ts";
import { aboutSpec } from "../events.ts";
import { refuseOpenQuestions } from "../open-questions.ts";
import { specsAbove, updateSpecRow } from "../store.ts";
import { requireFreeRefs } from "./external-refs.ts";
import { findSpecs } from "./find-specs.ts";
import { mergeText } from "./merge-text.ts";
import { needsOfBody } from "./new-specs.ts";
import { assignedEvents, requireWorkFields, workChange } from "./work-fields.ts";
import { replaceNeeds } from "./write-needs.ts";
import { writeSpec } from "./write-spec.ts";

export const specUpdate = writeSpec(updateSpec, async (tx, actor, { params, body, ifMatch }) => {
  const { spec, plan } = await readableSpec(tx, actor, params);
  const find = await findSpecs(tx, actor, plan, body.needsFirst ?? []);
  const needs = body.needsFirst && needsOfBody(body, find, "");
  const parent =
    typeof body.parentSpecId === "string"
      ? await referencedSpec(tx, plan, body.parentSpecId, "/parentSpecId")
      : null;
  requireEdit(plan);
  requireRevision(spec.revision, ifMatch);
  if (body.ifStatus !== undefined && body.ifStatus !== spec.status) throw statusChanged(spec);
  const status = body.status ?? spec.status;
  const own = await gateStatuses(
    tx,
    actor,
    plan,
    body.status === undefined ? [] : [{ spec, to: body.status }],
    (held) => claimHeld(expectOne(held), spec),
  );
  const finishes = status === "DONE" && spec.status !== "DONE";
  if (finishes) await refuseOpenQuestions(tx, [spec]);
  if (parent) await refuseParentCycle(tx, spec, parent);
  if (body.externalRef !== spec.external_ref)
    await requireFreeRefs(tx, plan, [{ ref: body.externalRef, path: "/externalRef" }]);

  await requireWorkFields(tx, plan, [{ body, path: "", specIds: [spec.id] }]);
  const work = workChange(spec, body);
  const text = await mergeText(tx, spec, body);
  const textChanged = text.title !== spec.title || text.text !== spec.content;
  await refuseHeldCriteria(tx, actor, plan, [{ spec, before: spec.content, after: text.text }]);
  const finished = finishes ? [{ ...spec, content: text.text }] : [];
  const awaiting = await requireEvidence(tx, plan, finished, { completed: own.specIds });
  const awaits = awaiting.has(spec.id);
  const wanted = {
    title: text.title,
    content: text.text,
    effort: body.effort === undefined ? spec.effort : body.effort,
  };
  const next = {
    status: awaits ? spec.status : status,
    awaits_review: awaits ? 1 : body.status === undefined ? spec.awaits_review : 0,
    readiness_set: body.readiness === undefined ? spec.readiness_set : body.readiness,
    parent_spec_id: body.parentSpecId === undefined ? spec.parent_spec_id : (parent?.id ?? null),
    external_ref: body.externalRef === undefined ? spec.external_ref : body.externalRef,
  };
  const changed = [...changedKeys(spec, wanted), ...changedKeys(spec, next)]
    .map((key): string => fieldNames[key] ?? key)
    .concat(work.changed);
  const changes = {
    ...next,
    ...work.columns,
    ...(changedKeys(spec, wanted).length > 0 ? textColumns(wanted) : {}),
    revision: spec.revision + (textChanged ? 1 : 0),
    updated_at: now(),
  };
  const after: SpecRow = { ...spec, ...changes };
  const replaced = needs && (await replaceNeeds(tx, actor, plan, [{ spec, needs }]));
  if (replaced?.changed.has(spec.id)) changed.push("needsFirst");
  if (changed.length === 0) return { spec, plan };
  await updateSpecRow(tx, spec, changes);
  if (textChanged) await recordRevision(tx, actor, { subjectId: spec.id, revision: after.revision, ...text });

  const isStatusWritten = changed.includes("status") || changed.includes("awaitsReview");
  if (status === "IN_PROGRESS" && isStatusWritten) await noteWorker(tx, actor, [spec]);
  const statusEvents = changed.includes("status") ? await syncPlanStatus(tx, plan, [after]) : [];
  const fromTo = changed.includes("status") ? { from: spec.status, to: after.status } : {};
  await appendEvents(tx, actor, [
    {
      type: "spec.updated",
      ...aboutSpec(plan, after),
      data: { shortId: specHandle(after.number), changed, ...fromTo },
    },
    ...assignedEvents(plan, spec, after),
    ...(replaced?.events ?? []),
    ...(await own.end()),
    ...(awaits ? [reviewAsked(plan, after)] : []),
    ...statusEvents,
  ]);
  if (textChanged) {
    const rewrite = { before: spec.content, after: text.text, revision: after.revision };
    await moveAnchors(tx, actor, spec.id, rewrite);
  }
  return { spec: after, plan };
});

const statusChanged = ({ status }: SpecRow): ApiError =>
  new ApiError("status_changed", `The spec's status is ${status}. Read it again.`, { status });

/** API names of columns that differ. */
const fieldNames: Partial<Record<keyof SpecRow, string>> = {
  readiness_set: "readiness",
  parent_spec_id: "parentSpecId",
  external_ref: "externalRef",
  awaits_review: "awaitsReview",
};

const changedKeys = (spec: SpecRow, next: Partial<SpecRow>): (keyof SpecRow)[] =>
  (Object.keys(next) as (keyof SpecRow)[]).filter((key) => next[key] !== spec[key]);

/** Throws if the spec would become its own ancestor. */
async function refuseParentCycle(tx: Tx, spec: SpecRow, parent: SpecRow): Promise<void> {
  const path = [parent, ...(await specsAbove(tx, parent))];
  const at = path.findIndex((step) => step.id === spec.id);
  if (at < 0) return;
  const cycle = path.slice(0, at + 1).map((step) => specHandle(step.number));
  throw new ApiError("dependency_cycle", "A spec can't lie under itself. Choose another parent.", { cycle });
}
