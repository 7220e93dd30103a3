import type { ImportConflict } from "@groundplan/contract";
import type { Db } from "../../../storage/dialect.ts";
import type { SourceRow } from "../../context/access.ts";
import { mostMerged, wholeText } from "../../context/change-source.ts";
import { textHash } from "../../specs/derived-columns.ts";
import { mergeText, mergeValue } from "../merge-fields.ts";
import type { ContextOfSource, How } from "../source.ts";
import type { KnownBase } from "./known.ts";
import { baseTextOf } from "./store.ts";
import { isNumbered } from "./titles.ts";

/** The merge of an existing source. */
export interface SourceDecision {
  /** Fields that differ from ours. */
  change: { title?: string; text?: string };
  conflicts: ImportConflict[];
  /** The next base; null if unchanged. */
  base: { title: string | null; text: string | null } | null;
}

/** Merges a source, skipping unchanged ones. Texts are read one by one, since they may be long. */
export async function mergeSource(
  db: Db,
  row: SourceRow,
  { source_id, text_hash }: KnownBase,
  source: ContextOfSource,
  { onConflict, timed }: Pick<How, "onConflict" | "timed">,
): Promise<SourceDecision> {
  if (text_hash === textHash(source.title, source.text)) return { change: {}, conflicts: [], base: null };
  const base = await baseTextOf(db, row.workspace_id, source_id);
  const here = await wholeText(db, row);
  return timed(() => {
    // A title numbered by the import is not an edit.
    const isOurs = base.title !== null && isNumbered(row.title, base.title);
    const hereTitle = isOurs && base.title !== null ? base.title : row.title;
    const title = mergeValue(
      "title",
      { base: base.title, here: hereTitle, source: source.title },
      onConflict,
    );
    const text = mergeText("text", { base: base.text, here, source: source.text }, onConflict, mostMerged);
    const isSameBase = title.base === base.title && text.base === base.text;
    return {
      change: {
        ...(title.value === hereTitle ? {} : { title: title.value }),
        ...(text.value === here ? {} : { text: text.value }),
      },
      conflicts: [...title.conflicts, ...text.conflicts],
      base: isSameBase ? null : { title: title.base, text: text.base },
    };
  });
}
