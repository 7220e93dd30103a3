import type { OnConflict } from "../../../revisions/merge-open.ts";
import type { SourceRow } from "../../context/access.ts";
import type { ContextOfSource } from "../source.ts";
import type { Known, KnownBase } from "./known.ts";

/**
 * An imported source and its match: existing, replaced by a file or page, deleted, or new. `mark` is the
 * tombstone of a recreated one.
 */
export type Match =
  | { kind: "found"; row: SourceRow; base: KnownBase }
  | { kind: "replaced"; row: SourceRow }
  | { kind: "deleted" }
  | { kind: "new"; mark: KnownBase | undefined };

/** Matches a source by its imported reference. */
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

/** Returns imported sources that are missing from this import. */
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
