import type { ImportResult } from "@groundplan/contract";
import type { SourceRow } from "../../context/access.ts";
import type { ContextOfSource } from "../source.ts";
import type { SourceDecision } from "./merge-source.ts";

export type SourceReport = ImportResult["sources"][number];

const nothing = { changed: [], conflicts: [] };

/** Returns the result of a created source, with its final title. */
export const presentCreated = (
  source: ContextOfSource,
  sourceId: string | null,
  title: string,
): SourceReport => ({
  externalRef: source.externalRef,
  sourceId,
  title,
  outcome: "created",
  ...nothing,
  ...(title === source.title ? {} : { keptBothAs: title }),
});

/** Returns the result of a merged source, with its current title. */
export function presentMerged(
  { externalRef }: ContextOfSource,
  row: SourceRow,
  { change, conflicts }: SourceDecision,
  title: string,
): SourceReport {
  const changed = Object.keys(change);
  return {
    externalRef,
    sourceId: row.id,
    title,
    outcome: changed.length > 0 ? "updated" : "unchanged",
    ...(change.title === undefined || change.title === title ? {} : { keptBothAs: title }),
    changed,
    conflicts,
  };
}

/** Returns the result of a source deleted here. */
export const presentDeleted = ({ externalRef, title }: ContextOfSource): SourceReport => ({
  externalRef,
  sourceId: null,
  title,
  outcome: "deleted",
  ...nothing,
});

/** Returns the result of a skipped source. */
export const presentLeft = (
  externalRef: string,
  { id, title }: SourceRow,
  outcome: "replaced" | "vanished",
): SourceReport => ({ externalRef, sourceId: id, title, outcome, ...nothing });
