import type { AdfDocument } from "./adf.ts";
import { writeBlocks, writeNotes } from "./blocks.ts";
import { newBudget } from "./budget.ts";
import { parseBlocks } from "./parse.ts";
import { writePlain } from "./plain-text.ts";
import type { Degraded, Writer } from "./writer.ts";

export type { AdfDocument } from "./adf.ts";
export { canonical } from "./canonical.ts";

/** Jira's limit is said to be 32,767, possibly including JSON, hence the margin. */
const mostInDocument = 30_000;

/** UTF-16 units of all link URLs; further links become text. */
const mostInAddresses = 120_000;

/**
 * Converts markdown (CommonMark, GitHub tables, check boxes, footnotes, URLs) to ADF. `degraded` lists
 * simplifications; `cut` documents end after the last block within `maxCharacters` (UTF-16 units plus one per
 * block). Never throws; deterministic; linear time.
 */
export function toAdf(
  markdown: string,
  { maxCharacters = mostInDocument }: { maxCharacters?: number } = {},
): { document: AdfDocument; degraded: string[]; cut: boolean } {
  const source = markdown.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const { blocks, env, isTooDeep } = parseBlocks(source);
  const writer: Writer = {
    env,
    budget: newBudget(maxCharacters),
    degraded: new Set<Degraded>(),
    notes: new Map(),
    noteBlocks: new Map(),
    addresses: mostInAddresses,
    ids: 0,
  };
  if (isTooDeep) {
    writer.degraded.add("blocks that lie too deep in each other made the document text without markup");
  }
  const content = isTooDeep ? writePlain(writer, source) : writeBlocks(writer, blocks, "doc");
  if (!isTooDeep) content.push(...writeNotes(writer));
  const document: AdfDocument = { version: 1, type: "doc", content };
  return { document, degraded: [...writer.degraded], cut: writer.budget.isSpent };
}
