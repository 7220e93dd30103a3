import type { Actor } from "../../actor.ts";
import type { NewEvent } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { recordRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "./access.ts";
import { textColumns } from "./derived-columns.ts";
import { aboutSpec } from "./events.ts";
import { updateSpecRow } from "./store.ts";

type Fields = Pick<SpecRow, "title" | "content" | "status">;
type Before = Fields & Pick<SpecRow, "workspace_id" | "id" | "number" | "revision" | "effort">;

/**
 * Gives a spec another text and status, of which at least one has changed. Returns its event, which the caller writes,
 * and after a change of status the caller updates the plan's status.
 */
export async function changeSpec(
  tx: Tx,
  actor: Actor,
  plan: Pick<PlanRow, "id" | "project_id">,
  before: Before,
  { title, content, status }: Fields,
): Promise<NewEvent> {
  const after = { title, content, status };
  const changed = (["title", "content", "status"] as const).filter((key) => after[key] !== before[key]);
  const textChanged = title !== before.title || content !== before.content;
  const revision = before.revision + (textChanged ? 1 : 0);
  const text = textChanged ? textColumns({ title, content, effort: before.effort }) : {};
  await updateSpecRow(tx, before, { ...text, status, revision, updated_at: now() });
  if (textChanged) await recordRevision(tx, actor, before.id, revision, { title, text: content });
  const fromTo = status === before.status ? {} : { from: before.status, to: status };
  return {
    type: "spec.updated",
    ...aboutSpec(plan, before),
    data: { shortId: specHandle(before.number), changed, ...fromTo },
  };
}
