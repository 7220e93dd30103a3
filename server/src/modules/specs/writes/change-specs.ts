import type { Actor } from "../../../actor.ts";
import { moveAnchorsOfMany, type RewriteOf } from "../../../anchors/move-anchors.ts";
import type { NewEvent } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { revisionRow } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import { noteWorker } from "../../evidence/workers.ts";
import { specHandle } from "../../handles.ts";
import type { PlanRow } from "../../plans/access.ts";
import type { SpecRow } from "../access.ts";
import { textColumns } from "../derived-columns.ts";
import { aboutSpec } from "../events.ts";
import { insertRevisions, updateSpecRow } from "../store.ts";

type Fields = Pick<SpecRow, "title" | "content" | "status">;

interface Change {
  spec: Pick<SpecRow, "workspace_id" | "id" | "number" | "revision" | "effort">;
  before: Fields;
  /** Without an effort the spec keeps its own. */
  after: Fields & Partial<Pick<SpecRow, "effort">>;
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
  changes: readonly Change[],
): Promise<NewEvent[]> {
  const revisions: Tables["revisions"][] = [];
  const rewrites: RewriteOf[] = [];
  const events: NewEvent[] = [];
  for (const { spec, before, after, changed } of changes) {
    const { title, content, status, effort = spec.effort } = after;
    const textChanged = title !== before.title || content !== before.content;
    const revision = spec.revision + (textChanged ? 1 : 0);
    const isGraded = textChanged || effort !== spec.effort;
    const columns = isGraded ? textColumns({ title, content, effort }) : {};
    await updateSpecRow(tx, spec, { ...columns, status, revision, updated_at: now() });
    if (textChanged) {
      revisions.push(revisionRow(actor, { subjectId: spec.id, revision, title, text: content }));
      rewrites.push({ documentId: spec.id, before: before.content, after: content, revision });
    }
    const fromTo = status === before.status ? {} : { from: before.status, to: status };
    const data = { shortId: specHandle(spec.number), changed, ...fromTo };
    events.push({ type: "spec.updated", ...aboutSpec(plan, spec), data });
  }
  const started = changes.filter(
    ({ before, after }) => after.status === "IN_PROGRESS" && before.status !== after.status,
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
