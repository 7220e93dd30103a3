import type { Actor } from "../../../actor.ts";
import { moveAnchorsOfMany, type RewriteOf } from "../../../anchors/move-anchors.ts";
import type { NewEvent } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { revisionRow } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import { refuseHeldCriteria } from "../../evidence/held-criteria.ts";
import { noteWorker } from "../../evidence/workers.ts";
import { specHandle } from "../../handles.ts";
import type { PlanRow } from "../../plans/access.ts";
import type { SpecRow } from "../access.ts";
import { textColumns } from "../derived-columns.ts";
import { aboutSpec } from "../events.ts";
import { insertRevisions, updateSpecRow } from "../store.ts";
import { assignedEvents, type WorkChange } from "./work-fields.ts";

type Fields = Pick<SpecRow, "title" | "content" | "status">;
type Own = "workspace_id" | "id" | "number" | "revision" | "effort" | "awaits_review";

export interface SpecChange {
  spec: Pick<SpecRow, Own>;
  before: Fields;
  /** Without an effort the spec keeps its own; a change of status ends a review. */
  after: Fields & Partial<Pick<SpecRow, "effort" | "awaits_review">>;
  /** Who, what kind and when; the spec keeps its own if absent. */
  work?: WorkChange;
  /** Names of changed fields, at least one. */
  changed: string[];
}

/**
 * Updates texts, statuses and efforts. Returns the events for the caller to append; after status changes it
 * also updates the plan's.
 */
export async function changeSpecs(
  tx: Tx,
  actor: Actor,
  plan: Pick<PlanRow, "id" | "project_id">,
  changes: readonly SpecChange[],
): Promise<NewEvent[]> {
  await refuseHeldCriteria(
    tx,
    actor,
    plan,
    changes.map(({ spec: { id, number }, before, after }) => ({
      spec: { id, number, status: before.status },
      before: before.content,
      after: after.content,
    })),
  );
  const revisions: Tables["revisions"][] = [];
  const rewrites: RewriteOf[] = [];
  const events: NewEvent[] = [];
  for (const { spec, before, after, changed, work } of changes) {
    const { title, content, status, effort = spec.effort } = after;
    const kept = status === before.status ? spec.awaits_review : 0;
    const { awaits_review = kept } = after;
    const textChanged = title !== before.title || content !== before.content;
    const revision = spec.revision + (textChanged ? 1 : 0);
    const isGraded = textChanged || effort !== spec.effort;
    const columns = isGraded ? textColumns({ title, content, effort }) : {};
    await updateSpecRow(tx, spec, {
      ...columns,
      ...work?.columns,
      status,
      awaits_review,
      revision,
      updated_at: now(),
    });

    if (textChanged) {
      revisions.push(revisionRow(actor, { subjectId: spec.id, revision, title, text: content }));
      rewrites.push({ documentId: spec.id, before: before.content, after: content, revision });
    }
    const fromTo = status === before.status ? {} : { from: before.status, to: status };
    const data = { shortId: specHandle(spec.number), changed, ...fromTo };
    events.push({ type: "spec.updated", ...aboutSpec(plan, spec), data });
    if (!work) continue;
    const { id, number } = spec;
    events.push(...assignedEvents(plan, work.before, { id, number, ...work.columns }));
  }
  const started = changes.filter(
    ({ after, changed }) =>
      after.status === "IN_PROGRESS" && (changed.includes("status") || changed.includes("awaitsReview")),
  );
  await noteWorker(
    tx,
    actor,
    started.map(({ spec: { workspace_id, id } }) => ({ workspace_id, id, plan_id: plan.id })),
  );
  await insertRevisions(tx, revisions);
  await moveAnchorsOfMany(tx, actor, rewrites);
  return events;
}
