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
import { presentCreated, presentDeleted, presentLeft, presentMerged, type ToldSource } from "./present.ts";
import type { ImportedSourceRow } from "./store.ts";

/** A source's result, with its new base and the source whose base that replaces. */
interface Done {
  told: ToldSource;
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
      return { told: presentDeleted(source) };
    case "replaced":
      return { told: presentLeft(source.externalRef, match.row, "replaced") };
    case "new":
      return create(into, source, match.mark);
    case "found":
      return bringUpToDate(into, source, match);
  }
}

async function create(
  { db, actor, to: { place, known }, how: { dryRun } }: SourceImport,
  source: ContextOfSource,
  mark: KnownBase | undefined,
): Promise<Done> {
  const { text, kind, sourceKind, folderPath } = source;
  const title = known.titles.take(folderPath, source.title);
  if (dryRun || !place) return { told: presentCreated(source, null, title) };
  const { source: made } = await addText(db, actor, place, { title, text, kind, sourceKind, folderPath });
  const base = baseRow(place, made.id, source, source);
  return { told: presentCreated(source, made.id, title), base, replaces: mark?.source_id };
}

async function bringUpToDate(
  { db, actor, to: { place, known }, how }: SourceImport,
  source: ContextOfSource,
  { row, base }: { row: SourceRow; base: KnownBase },
): Promise<Done> {
  const decision = await mergeSource(db, row, base, source, how);
  const { change } = decision;
  const title = change.title === undefined ? row.title : known.titles.give(row, change.title);
  const told = presentMerged(source, row, decision, title);
  if (how.dryRun || !place) return { told };
  if (told.changed.length > 0) await changeSource(db, actor, row, { ...change, title });
  if (!decision.base) return { told };
  return { told, base: baseRow(place, row.id, source, decision.base), replaces: row.id };
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
