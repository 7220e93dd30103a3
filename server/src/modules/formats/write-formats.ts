import {
  deleteFormat,
  deleteProjectFormat,
  type Input,
  isVisible,
  limits,
  putFormat,
  putProjectFormat,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { formatDocument, levelIdOf } from "../../anchors/document-id.ts";
import { moveAnchors } from "../../anchors/move-anchors.ts";
import { forgetThreadsOf } from "../../anchors/threads.ts";
import { created, write } from "../../dispatch/handlers.ts";
import { notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { mergeOnto, recordRevision, requireRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { levelName, requireLevelEdit } from "../projects/level.ts";
import { type Overrides, type Path, readableFormat } from "./access.ts";
import { builtIn } from "./built-in/index.ts";
import { presentFormat, readableText } from "./present.ts";
import { type FormatRow, putFormatRow } from "./store.ts";

type Kind = Path & { kind: string };
type Put = { params: Kind } & Pick<Input<typeof putFormat>, "body" | "ifMatch">;

const put = async (tx: Tx, actor: Actor, { params, body, ifMatch }: Put) => {
  const overrides = await readableFormat(tx, actor, params);
  requireLevelEdit(actor, overrides.level, "formats");
  const own = overrides.own ?? newRow(overrides);
  requireRevision(own.revision, ifMatch);
  const { text: markdown } = await mergeOnto(tx, actor.workspaceId, {
    subject: own,
    current: { title: "", text: readableText(own) ?? "" },
    change: { text: body.markdown },
    baseRevision: body.baseRevision,
    most: limits.formatBytes,
    problemOf: (merged) => (isVisible(merged) ? null : "show nothing"),
  });
  if (markdown !== own.markdown) {
    const type = own.markdown === null ? "format.created" : "format.updated";
    await change(tx, actor, overrides, { ...own, markdown }, type);
  }
  const format = presentFormat(await readableFormat(tx, actor, params));
  return own.markdown === null ? created({ format }) : { format };
};

type Delete = { params: Kind } & Pick<Input<typeof deleteFormat>, "ifMatch">;

/** Deletes an override. Its row and versions stay, so that revisions continue. */
const remove = async (tx: Tx, actor: Actor, { params, ifMatch }: Delete) => {
  const overrides = await readableFormat(tx, actor, params);
  const { own, level } = overrides;
  if (!own || own.markdown === null) throw notFound("format of this tier");
  requireLevelEdit(actor, level, "formats");
  requireRevision(own.revision, ifMatch);
  // The company's document continues with the built-in text, and so does its discussion.
  if (level.projectId !== null)
    await forgetThreadsOf(
      tx,
      actor.workspaceId,
      formatDocument(levelIdOf(actor.workspaceId, level.projectId), own.kind),
    );
  await change(tx, actor, overrides, { ...own, markdown: null }, "format.deleted");
  return { deleted: true as const };
};

const newRow = ({ level, kind }: Overrides): FormatRow => ({
  workspace_id: level.workspaceId,
  id: newId(),
  project_id: level.projectId,
  kind,
  markdown: null,
  revision: 0,
  created_at: now(),
  updated_at: "",
});

async function change(
  tx: Tx,
  actor: Actor,
  { level, kind, own }: Overrides,
  changed: FormatRow,
  type: "format.created" | "format.updated" | "format.deleted",
): Promise<void> {
  const row = { ...changed, revision: changed.revision + 1, updated_at: now() };
  await putFormatRow(tx, row);
  const { id: subjectId, revision } = row;
  await recordRevision(tx, actor, { subjectId, revision, title: "", text: row.markdown ?? "" });
  // Without its own format, the company's document shows the built-in one; a project's is empty.
  const withoutOwn = level.projectId === null ? builtIn[kind] : "";
  const rewrite = {
    before: own?.markdown ?? withoutOwn,
    after: row.markdown ?? withoutOwn,
    revision: row.revision,
  };
  const data = { kind, tier: levelName(level.projectId) };
  await appendEvents(tx, actor, [{ type, subjectId: row.id, projectId: level.projectId, data }]);
  await moveAnchors(tx, actor, formatDocument(levelIdOf(actor.workspaceId, level.projectId), kind), rewrite);
}

export const formatPut = write(putFormat, put);
export const formatDelete = write(deleteFormat, remove);
export const projectFormatPut = write(putProjectFormat, put);
export const projectFormatDelete = write(deleteProjectFormat, remove);
