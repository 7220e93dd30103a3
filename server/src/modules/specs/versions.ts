import { getSpecVersion, listSpecVersions, restoreSpecVersion } from "@groundplan/contract";
import { moveAnchors } from "../../anchors/move-anchors.ts";
import { read } from "../../dispatch/handlers.ts";
import { notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { findRevision, listRevisions, recordRevision, requireRevision } from "../../revisions/revisions.ts";
import { latest, presentVersion, seqOf } from "../../revisions/versions.ts";
import { refuseHeldCriteria } from "../evidence/held-criteria.ts";
import { specHandle } from "../handles.ts";
import { numberOf, pageOf } from "../paging.ts";
import { requireEdit } from "../plans/access.ts";
import { readableSpec } from "./access.ts";
import { textColumns } from "./derived-columns.ts";
import { aboutSpec } from "./events.ts";
import { updateSpecRow } from "./store.ts";
import { writeSpec } from "./writes/write-spec.ts";

export const specVersions = read(listSpecVersions, async (db, actor, { params, query }) => {
  const { spec } = await readableSpec(db, actor, params);
  const { rows, ...next } = await pageOf(
    `${listSpecVersions.id} ${spec.id}`,
    query,
    ([before = latest], limit) => listRevisions(db, actor.workspaceId, spec.id, numberOf(before), limit),
    (row) => [row.seq],
  );
  return { versions: rows.map(presentVersion), ...next };
});

export const specVersion = read(getSpecVersion, async (db, actor, { params }) => {
  const { spec } = await readableSpec(db, actor, params);
  const row = await findRevision(db, actor.workspaceId, spec.id, seqOf(params.seq));
  if (!row) throw notFound("version");
  return { version: { ...presentVersion(row), title: row.title, content: row.text } };
});

/** Restores an old text as a new version. */
export const specVersionRestore = writeSpec(restoreSpecVersion, async (tx, actor, { params, ifMatch }) => {
  const { spec, plan } = await readableSpec(tx, actor, params);
  const row = await findRevision(tx, actor.workspaceId, spec.id, seqOf(params.seq));
  if (!row) throw notFound("version");
  requireEdit(plan);
  requireRevision(spec.revision, ifMatch);
  if (row.title === spec.title && row.text === spec.content) return { spec, plan };

  await refuseHeldCriteria(tx, actor, plan, [{ spec, before: spec.content, after: row.text }]);
  const changes = {
    ...textColumns({ title: row.title, content: row.text, effort: spec.effort }),
    revision: spec.revision + 1,
    updated_at: now(),
  };
  const after = { ...spec, ...changes };
  await updateSpecRow(tx, spec, changes);
  const message = `Restored version ${row.version}`;
  const { title, text } = row;
  const { revision } = after;
  await recordRevision(tx, actor, { subjectId: spec.id, revision, title, text, op: "restore", message });
  await appendEvents(tx, actor, [
    {
      type: "spec.updated",
      ...aboutSpec(plan, after),
      data: { shortId: specHandle(after.number), changed: ["title", "content"], restored: row.seq },
    },
  ]);
  const rewrite = { before: spec.content, after: row.text, revision: after.revision };
  await moveAnchors(tx, actor, spec.id, rewrite);
  return { spec: after, plan };
});
