import type { OnConflict } from "../../../revisions/merge-open.ts";
import type { SourceRow } from "../../context/access.ts";
import type { ContextOfSource } from "../source.ts";
import type { Known, KnownBase } from "./known.ts";

/**
 * A context source of the import with what it was found as: one that is here, one whose place a file or page took, one
 * that was deleted, or none. `mark` is what is left of a deleted one that is made again.
 */
export type Match =
  | { kind: "found"; row: SourceRow; base: KnownBase }
  | { kind: "replaced"; row: SourceRow }
  | { kind: "deleted" }
  | { kind: "new"; mark: KnownBase | undefined };

/** Finds a context source of the import in its place: the one that was imported under its reference. */
export function matchSource(
  { sources, baseOfRef }: Known,
  { externalRef }: ContextOfSource,
  onConflict: OnConflict,
): Match {
  const base = baseOfRef.get(externalRef);
  const row = base && sources.get(base.source_id);
  if (!row) return base && onConflict !== "theirs" ? { kind: "deleted" } : { kind: "new", mark: base };
  const isText = row.source_kind === "PASTED" || row.source_kind === "RESEARCH";
  return isText ? { kind: "found", row, base } : { kind: "replaced", row };
}

/** Returns the sources that were imported to the place before and that the import does not name. */
export function vanishedSources(
  { sources, baseOfRef }: Known,
  named: readonly ContextOfSource[],
): { row: SourceRow; externalRef: string }[] {
  const refs = new Set(named.map(({ externalRef }) => externalRef));
  return [...baseOfRef.values()].flatMap(({ source_id, external_ref: externalRef }) => {
    const row = refs.has(externalRef) ? undefined : sources.get(source_id);
    return row ? [{ row, externalRef }] : [];
  });
}
