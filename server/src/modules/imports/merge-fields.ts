import type { ImportConflict } from "@groundplan/contract";
import { mergeOpen, type OnConflict } from "../../revisions/merge-open.ts";

/** A field's last imported value (null if never), ours, and the source's. */
export interface Sides<V extends string = string> {
  base: V | null;
  here: V;
  source: V;
}

/** A merged value, and the base of the next merge. */
export interface MergedField<V extends string = string> {
  value: V;
  base: V | null;
  conflicts: ImportConflict[];
}

type FieldName = ImportConflict["field"];

/** Limit of a text (decisions section 3, limits), which a merge of two valid sides may exceed. */
const mostBytes = 262_144;

/** Merges a field as a whole. */
export function mergeValue<V extends string>(
  field: FieldName,
  { base, here, source }: Sides<V>,
  onConflict: OnConflict,
  line: number | null = null,
): MergedField<V> {
  if (source === base) return { value: here, base, conflicts: [] };
  if (here === base || here === source || onConflict === "theirs")
    return { value: source, base: source, conflicts: [] };
  if (onConflict === "ours") return { value: here, base: source, conflicts: [] };
  return { value: here, base, conflicts: [{ field, line, here: shown(here), source: shown(source) }] };
}

/** Merges a text by line; as a whole if it was rewritten, never imported, or too long. */
export function mergeText(
  field: FieldName,
  sides: Sides,
  onConflict: OnConflict,
  most = mostBytes,
): MergedField {
  const { base, here, source } = sides;
  const fits = (text: string) => Buffer.byteLength(text) <= most;
  const isMerged = base !== null && [base, here, source].every(fits);
  const merge = isMerged ? mergeOpen(base, here, source, onConflict) : null;
  const isOpen = !merge || merge.open.length > 0;
  // A source writes a change that came from here with its own blank lines.
  if (isOpen && filled(here) === filled(source)) return { value: source, base: source, conflicts: [] };
  if (!merge || !fits(merge.merged) || !fits(merge.base)) return mergeValue(field, sides, onConflict, 1);
  const conflicts = merge.open.map((open) => ({
    field,
    line: open.line,
    here: shown(open.here),
    source: shown(open.source),
  }));
  return { value: merge.merged, base: merge.base, conflicts };
}

/** Returns a text without its blank lines. */
const filled = (text: string): string =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");

/** UTF-16 units shown per side of a conflict. */
const mostShown = 4000;

function shown(text: string): string {
  if (text.length <= mostShown) return text;
  return `${text.slice(0, mostShown).replace(/[\ud800-\udbff]$/, "")}…`;
}
