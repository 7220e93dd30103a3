import type { Db } from "../../storage/dialect.ts";
import { beginningsOf, type SourceOfPlan, tokensOfSource } from "../context/sources-of-plan.ts";
import { endsWithin, type Item, notRead, usedUp } from "./compose.ts";
import { readInGroups } from "./read-in-groups.ts";

/** Reads sources in order until the character budget is used up, and returns the rest of the budget. */
export async function readSources(
  db: Db,
  sources: readonly SourceOfPlan[],
  mostCharacters: number,
): Promise<{ items: Item[]; left: number }> {
  let left = mostCharacters;
  const planned = sources.map((row) => {
    const leftOut = reasonToOmit(row) ?? (left > 0 ? undefined : usedUp);
    const count = leftOut === undefined ? Math.min(row.text_chars, left) : 0;
    left -= count;
    return { id: row.id, row, leftOut, count };
  });
  const read = planned.filter(({ count }) => count > 0);
  const texts = await readInGroups(read, (group) => beginningsOf(db, group));
  const items = planned.map(({ row, leftOut, count }): Item => {
    const size = tokensOfSource(row);
    const base = { kind: "source" as const, id: row.id, title: row.title, revision: readRevision(row), size };
    if (leftOut !== undefined) return { ...base, text: "", leftOut };
    const cut = count < row.text_chars ? { cutBefore: endsWithin } : {};
    return { ...base, text: texts.get(row.id) ?? "", ...cut };
  });
  return { items, left };
}

/** Returns the revision of the shown text; it is older while a new file's text is still being extracted. */
function readRevision({ file_id, enrichment, revision, text_revision }: SourceOfPlan): number {
  const isOlder = file_id !== null && enrichment !== "done" && text_revision > 0;
  return isOlder ? text_revision : revision;
}

/** Returns why a source can't be included, if it can't. */
function reasonToOmit({ active, text_chars, enrichment }: SourceOfPlan): string | undefined {
  if (active === 0) return "It is switched off for this plan.";
  if (text_chars > 0) return undefined;
  return enrichment === "pending" || enrichment === "running" ? notRead : "It has no text.";
}
