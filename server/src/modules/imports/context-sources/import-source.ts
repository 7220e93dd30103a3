import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { SourceRow } from "../../context/access.ts";
import { changeSource } from "../../context/change-source.ts";
import { addText } from "../../context/create-source.ts";
import { textHash } from "../../specs/derived-columns.ts";
import type { ContextOfSource, How } from "../source.ts";
import type { ImportScope, KnownBase, To } from "./known.ts";
import { matchSource } from "./match-source.ts";
import { mergeSource } from "./merge-source.ts";
import { presentCreated, presentDeleted, presentLeft, presentMerged, type SourceReport } from "./present.ts";
import type { ImportedSourceRow } from "./store.ts";

/** A source's result, with its new base and the source whose base that replaces. */
interface Done {
  report: SourceReport;
  base?: ImportedSourceRow;
  replaces?: string | undefined;
}

/** An import into a scope. */
export interface SourceImport {
  db: Db;
  actor: Actor;
  to: To;
  how: How;
}

/** Imports a source. A dry run writes nothing. */
export async function importSource(into: SourceImport, source: ContextOfSource): Promise<Done> {
  const match = matchSource(into.to.known, source, into.how.onConflict);
  switch (match.kind) {
    case "deleted":
      return { report: presentDeleted(source) };
    case "replaced":
      return { report: presentLeft(source.externalRef, match.row, "replaced") };
    case "new":
      return create(into, source, match.mark);
    case "found":
      return bringUpToDate(into, source, match);
  }
}

async function create(
  { db, actor, to: { scope, known }, how: { dryRun } }: SourceImport,
  source: ContextOfSource,
  mark: KnownBase | undefined,
): Promise<Done> {
  const { text, kind, sourceKind, folderPath } = source;
  const title = known.titles.take(folderPath, source.title);
  if (dryRun || !scope) return { report: presentCreated(source, null, title) };
  const { source: made } = await addText(db, actor, scope, { title, text, kind, sourceKind, folderPath });
  const base = baseRow(scope, made.id, source, source);
  return { report: presentCreated(source, made.id, title), base, replaces: mark?.source_id };
}

async function bringUpToDate(
  { db, actor, to: { scope, known }, how }: SourceImport,
  source: ContextOfSource,
  { row, base }: { row: SourceRow; base: KnownBase },
): Promise<Done> {
  const decision = await mergeSource(db, row, base, source, how);
  const { change } = decision;
  const title = change.title === undefined ? row.title : known.titles.give(row, change.title);
  const report = presentMerged(source, row, decision, title);
  if (how.dryRun || !scope) return { report };
  if (report.changed.length > 0) await changeSource(db, actor, row, { ...change, title });
  if (!decision.base) return { report };
  return { report, base: baseRow(scope, row.id, source, decision.base), replaces: row.id };
}

const baseRow = (
  { workspaceId, id, projectId, plan }: ImportScope,
  sourceId: string,
  { externalRef }: ContextOfSource,
  { title, text }: Pick<ImportedSourceRow, "title" | "text">,
): ImportedSourceRow => ({
  workspace_id: workspaceId,
  source_id: sourceId,
  place_id: id,
  project_id: projectId,
  plan_id: plan?.id ?? null,
  external_ref: externalRef,
  title,
  text,
  text_hash: title === null || text === null ? null : textHash(title, text),
});
