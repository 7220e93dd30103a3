import type { Db } from "../../storage/dialect.ts";
import { beginningsOf, type SourceOfPlan } from "../context/sources-of-plan.ts";
import { endsWithin, type Item, usedUp } from "./compose.ts";
import { readInGroups } from "./read-in-groups.ts";

/** Reads sources in order while capacity lasts, and returns the rest of it. */
export async function readSources(
  db: Db,
  sources: readonly SourceOfPlan[],
  mostCharacters: number,
): Promise<{ items: Item[]; left: number }> {
  let left = mostCharacters;
  const wanted = sources.map((row) => {
    const leftOut = whyNot(row) ?? (left > 0 ? undefined : usedUp);
    const count = leftOut === undefined ? Math.min(row.text_chars, left) : 0;
    left -= count;
    return { id: row.id, row, leftOut, count };
  });
  const read = wanted.filter(({ count }) => count > 0);
  const texts = await readInGroups(read, (group) => beginningsOf(db, group));
  const items = wanted.map(({ row, leftOut, count }): Item => {
    const about = { kind: "source" as const, id: row.id, title: row.title, revision: readRevision(row) };
    if (leftOut !== undefined) return { ...about, text: "", leftOut };
    const cut = count < row.text_chars ? { cutBefore: endsWithin } : {};
    return { ...about, text: texts.get(row.id) ?? "", ...cut };
  });
  return { items, left };
}

/** Returns the revision of the shown text; a replacing file may not be read yet. */
function readRevision({ file_id, enrichment, revision, text_revision }: SourceOfPlan): number {
  const isOlder = file_id !== null && enrichment !== "done" && text_revision > 0;
  return isOlder ? text_revision : revision;
}

/** Returns why a source is never read, if so. */
function whyNot({ active, text_chars, enrichment }: SourceOfPlan): string | undefined {
  if (active === 0) return "It is switched off for this plan.";
  if (text_chars > 0) return undefined;
  return enrichment === "pending" || enrichment === "running"
    ? "It has not been read yet."
    : "It has no text.";
}
