import type { AdfDocument } from "./adf.ts";
import { writeBlocks, writeNotes } from "./blocks.ts";
import { newBudget } from "./budget.ts";
import { parseBlocks } from "./parse.ts";
import { writePlain } from "./plain-text.ts";
import type { Degraded, Writer } from "./writer.ts";

export type { AdfDocument } from "./adf.ts";
export { canonical } from "./canonical.ts";

/**
 * Jira's limit is said to be 32,767 characters. Atlassian does not say whether it counts the text or the JSON around
 * it, so this leaves some room.
 */
const mostInDocument = 30_000;

/** The most UTF-16 units that the addresses of all links take together; the rest become text. */
const mostInAddresses = 120_000;

/**
 * Returns a markdown text (CommonMark with GitHub's tables, check boxes, footnotes and addresses) as a document for
 * Jira, valid by `@atlaskit/adf-schema`. `degraded` names what was made simpler as Jira has no place for it. A
 * document of more than `maxCharacters` (of text in UTF-16 units, each block one more) ends after the last block that
 * fits, and is `cut`. It never throws; equal texts give equal documents; it takes time in proportion to the text's
 * length.
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
