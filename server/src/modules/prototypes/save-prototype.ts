import type { Input, putPrototype } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { ApiError } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { requireFiles } from "../../files/require-files.ts";
import { now } from "../../ids.ts";
import { requireRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { editablePlan } from "../plans/access.ts";
import { aboutPlan } from "../plans/events.ts";
import { filesOf, findRow, inOrder, type PrototypeFile, type PrototypeRow, putFiles } from "./store.ts";

interface Save {
  actor: Actor;
  path: { projectSlug: string; planShortId: string };
  entry: string;
  files: readonly PrototypeFile[];
  ifMatch?: NonNullable<Input<typeof putPrototype>["ifMatch"]>;
}

/** Replaces a plan's prototype with stored files unless they are equal. */
export const savePrototype = command(
  "prototypes.save",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, path, entry, files, ifMatch }: Save) => {
    const actor = await reloadActor(tx, before);
    const plan = await editablePlan(tx, actor, path);
    const key = { workspace_id: plan.workspace_id, plan_id: plan.id };
    const known = await findRow(tx, key);
    const live = known?.deleted_at === null ? known : undefined;
    if (ifMatch !== undefined && !live) throw nothingToMatch();
    if (live) requireRevision(live.revision, ifMatch);
    if (live?.entry === entry && isSame(await filesOf(tx, key), files)) return { row: live, created: false };
    await requireFiles(
      tx,
      plan.workspace_id,
      files.map(({ fileId }) => fileId),
    );
    const row: PrototypeRow = {
      ...key,
      entry,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      revision: (known?.revision ?? 0) + 1,
      updated_at: now(),
      deleted_at: null,
    };
    await tx
      .insertInto("prototypes")
      .values(row)
      .onConflict((conflict) => conflict.columns(["workspace_id", "plan_id"]).doUpdateSet(row))
      .execute();
    await putFiles(tx, key, files);
    await appendEvents(tx, actor, [{ type: "prototype.updated", ...aboutPlan(plan), data: {} }]);
    return { row, created: !live };
  },
);

/** Compares files; equal contents share an id. */
function isSame(kept: readonly PrototypeFile[], given: readonly PrototypeFile[]): boolean {
  const said = (files: readonly PrototypeFile[]) =>
    inOrder(files).map(({ path, fileId }) => `${path}\0${fileId}`);
  return said(kept).join("\0") === said(given).join("\0");
}

const nothingToMatch = () =>
  new ApiError(
    "precondition_failed",
    "The plan has no prototype, so that If-Match names none of its revisions.",
  );
