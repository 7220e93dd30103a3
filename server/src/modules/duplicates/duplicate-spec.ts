import { duplicateSpec } from "@groundplan/contract";
import { appendEvents } from "../../events/append.ts";
import { newId } from "../../ids.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { ownPictures } from "../document-files/copy-pictures.ts";
import { syncPlanStatus } from "../plans/status.ts";
import { editableSpec } from "../specs/access.ts";
import { specEvent } from "../specs/events.ts";
import { labelsOfSpecs } from "../specs/labels-of-specs.ts";
import { insertResolved } from "../specs/writes/add-specs.ts";
import { writeSpec } from "../specs/writes/write-spec.ts";
import { copyName } from "./copy-name.ts";

/** Appends a copy of a spec to its plan, below the same parent. */
export const specDuplicate = writeSpec(duplicateSpec, async (tx, actor, { params, body }) => {
  const { plan, spec } = await editableSpec(tx, actor, params);
  const id = newId();
  const [content = ""] = await ownPictures(tx, plan, [{ documentId: id, text: spec.content }]);
  const copy = {
    title: body.title ?? copyName(spec.title),
    content,
    effort: spec.effort,
    readiness: spec.readiness_set,
    labelIds: (await labelsOfSpecs(tx, plan.workspace_id, [spec]))(spec).map((label) => label.id),
    priority: spec.priority,
  };
  const resolved = { id, body: copy, path: "", parent: spec.parent_spec_id, needs: [] };
  const { specs } = await insertResolved(tx, actor, plan, [resolved]);
  const added = expectOne(specs);
  await appendEvents(tx, actor, [
    specEvent("spec.created", plan, added),
    ...(await syncPlanStatus(tx, plan, [added])),
  ]);
  return { spec: added, plan };
});
