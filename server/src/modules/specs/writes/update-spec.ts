import { type Input, updateSpec } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { moveAnchors } from "../../../anchors/move-anchors.ts";
import { onlyRange } from "../../../anchors/quotes.ts";
import { ApiError, inField, invalid, notFound } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { mergeOnto, mostBytes, recordRevision, requireRevision } from "../../../revisions/revisions.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { expectOne } from "../../../storage/expect-one.ts";
import { claimHeld, gateStatuses } from "../../claims/status-gate.ts";
import { refuseSpecCycle } from "../../dependencies/refuse-cycle.ts";
import { insertDependencies } from "../../dependencies/write-dependencies.ts";
import { noteWorker } from "../../evidence/workers.ts";
import { specHandle } from "../../handles.ts";
import { type PlanRow, requireEdit } from "../../plans/access.ts";
import { syncPlanStatus } from "../../plans/status.ts";
import { readableSpec, referencedSpec, type SpecRow } from "../access.ts";
import { textColumns } from "../derived-columns.ts";
import { aboutSpec } from "../events.ts";
import { needsOf } from "../needs.ts";
import { refuseOpenQuestions } from "../open-questions.ts";
import { specsAbove, updateSpecRow } from "../store.ts";
import { requireFreeRefs } from "./external-refs.ts";
import { specIds } from "./references.ts";
import { writeSpec } from "./write-spec.ts";

export const specUpdate = writeSpec(updateSpec, async (tx, actor, { params, body, ifMatch }) => {
  const { spec, plan } = await readableSpec(tx, actor, params);
  const needed = body.needsFirst && (await neededIds(tx, plan, body.needsFirst));
  const parent =
    typeof body.parentSpecId === "string"
      ? await referencedSpec(tx, plan, body.parentSpecId, "/parentSpecId")
      : null;
  requireEdit(plan);
  requireRevision(spec.revision, ifMatch);
  if (body.ifStatus !== undefined && body.ifStatus !== spec.status) throw statusChanged(spec);
  const status = body.status ?? spec.status;
  const endClaim = await gateStatuses(
    tx,
    actor,
    plan,
    status === spec.status ? [] : [{ spec, to: status }],
    (held) => claimHeld(expectOne(held), spec),
  );
  if (status === "DONE" && spec.status !== "DONE") await refuseOpenQuestions(tx, [spec]);
  if (parent) await refuseParentCycle(tx, spec, parent);
  if (body.externalRef !== spec.external_ref)
    await requireFreeRefs(tx, plan, [{ ref: body.externalRef, path: "/externalRef" }]);

  const current = { title: spec.title, text: spec.content };
  const change = {
    ...(body.title === undefined ? {} : { title: body.title }),
    ...(body.content === undefined ? {} : { text: body.content }),
  };
  const text = await mergeOnto(tx, actor.workspaceId, {
    subject: spec,
    current,
    change,
    edit: editOf(body),
    baseRevision: body.baseRevision,
  });
  const textChanged = text.title !== spec.title || text.text !== spec.content;
  const wanted = {
    title: text.title,
    content: text.text,
    effort: body.effort === undefined ? spec.effort : body.effort,
  };
  const next = {
    status,
    readiness_set: body.readiness === undefined ? spec.readiness_set : body.readiness,
    parent_spec_id: body.parentSpecId === undefined ? spec.parent_spec_id : (parent?.id ?? null),
    external_ref: body.externalRef === undefined ? spec.external_ref : body.externalRef,
  };
  const changed = [...changedKeys(spec, wanted), ...changedKeys(spec, next)].map(
    (key) => fieldNames[key] ?? key,
  );
  const changes = {
    ...next,
    ...(changedKeys(spec, wanted).length > 0 ? textColumns(wanted) : {}),
    revision: spec.revision + (textChanged ? 1 : 0),
    updated_at: now(),
  };
  const after: SpecRow = { ...spec, ...changes };
  if (needed && (await replaceNeeds(tx, actor, plan, spec, needed))) changed.push("needsFirst");
  if (changed.length === 0) return { spec, plan };
  await updateSpecRow(tx, spec, changes);
  if (textChanged) await recordRevision(tx, actor, { subjectId: spec.id, revision: after.revision, ...text });

  if (changed.includes("status") && status === "IN_PROGRESS") await noteWorker(tx, actor, [spec]);
  const statusEvents = changed.includes("status") ? await syncPlanStatus(tx, plan, [after]) : [];
  const fromTo = changed.includes("status") ? { from: spec.status, to: after.status } : {};
  await appendEvents(tx, actor, [
    {
      type: "spec.updated",
      ...aboutSpec(plan, after),
      data: { shortId: specHandle(after.number), changed, ...fromTo },
    },
    ...(await endClaim()),
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

/** Returns the edit by quoted words that a body asks for; each applies to the text that the previous left. */
function editOf({
  edits,
  content,
}: Input<typeof updateSpec>["body"]): ((text: string) => string) | undefined {
  if (!edits) return undefined;
  if (content !== undefined) throw invalid("/edits", "can't stand beside `content`: send one of both");
  return (text) => {
    const edited = edits.reduce((before, { old, new: replacement }, n) => {
      const { start, end } = onlyRange(before, old, `/edits/${n}/old`);
      return before.slice(0, start) + replacement + before.slice(end);
    }, text);
    if (Buffer.byteLength(edited) > mostBytes)
      throw invalid("/edits", `lead to a text of more than ${mostBytes} bytes`);
    return edited;
  };
}

/** API names of columns that differ. */
const fieldNames: Partial<Record<keyof SpecRow, string>> = {
  readiness_set: "readiness",
  parent_spec_id: "parentSpecId",
  external_ref: "externalRef",
};

const changedKeys = (spec: SpecRow, next: Partial<SpecRow>): (keyof SpecRow)[] =>
  (Object.keys(next) as (keyof SpecRow)[]).filter((key) => next[key] !== spec[key]);

async function neededIds(tx: Tx, plan: PlanRow, references: readonly string[]): Promise<Set<string>> {
  const idOf = await specIds(tx, plan, references);
  return new Set(
    references.map((reference, n) => {
      const id = idOf.get(reference);
      if (!id) throw inField(`/needsFirst/${n}`, notFound("spec in this plan"));
      return id;
    }),
  );
}

/** Replaces a spec's needs within its plan, keeping those on other plans. Returns true if any changed. */
async function replaceNeeds(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  spec: SpecRow,
  needed: Set<string>,
): Promise<boolean> {
  const needs = await needsOf(tx, actor.workspaceId, [spec]);
  const before = new Set(needs(spec).map((need) => need.to_id));
  const added = needed.difference(before);
  const removed = before.difference(needed);
  if (removed.size > 0) {
    await tx
      .deleteFrom("dependencies")
      .where("workspace_id", "=", actor.workspaceId)
      .where("from_id", "=", spec.id)
      .where(isOneOf(tx, "to_id", [...removed]))
      .execute();
  }
  const fresh = [...added];
  if (fresh.length > 0) await refuseSpecCycle(tx, actor, spec, fresh);
  await insertDependencies(
    tx,
    fresh.map((to) => ({ kind: "spec" as const, from: spec.id, to, fromPlan: plan, toPlan: plan })),
  );
  return added.size + removed.size > 0;
}

/** Throws if the spec would become its own ancestor. */
async function refuseParentCycle(tx: Tx, spec: SpecRow, parent: SpecRow): Promise<void> {
  const path = [parent, ...(await specsAbove(tx, parent))];
  const at = path.findIndex((step) => step.id === spec.id);
  if (at < 0) return;
  const cycle = path.slice(0, at + 1).map((step) => specHandle(step.number));
  throw new ApiError("dependency_cycle", "A spec can't lie under itself. Choose another parent.", { cycle });
}
