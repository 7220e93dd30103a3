import { commentLimits, mention } from "@groundplan/contract";
import { invalid } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { FoundDocument } from "../documents/access.ts";
import { readersAmong } from "../documents/readers.ts";

/** Returns the ids of whom a text mentions, each once, in their order. Throws 400 where they are too many. */
function mentionsIn(body: string): string[] {
  const found = body.matchAll(mention).toArray();
  if (found.length > commentLimits.mentions)
    throw invalid(
      "/body",
      `has more than ${commentLimits.mentions} mentions; split it, or name fewer people`,
    );
  return [...new Set(found.map(([, , userId = ""]) => userId))];
}

/**
 * Returns whom a comment mentions and, of those, who is new in it. Throws 400 for a new one who can't read the document,
 * whether there is such a person or not.
 */
export async function readMentions(
  db: Db,
  document: FoundDocument,
  body: string,
  before: readonly string[] = [],
): Promise<{ mentions: string[]; mentioned: string[] }> {
  const mentions = mentionsIn(body);
  const mentioned = mentions.filter((userId) => !before.includes(userId));
  const readers = await readersAmong(db, document, mentioned);
  if (mentioned.some((userId) => !readers.has(userId)))
    throw invalid("/body", "mentions somebody who can't read this document; share it with them first");
  return { mentions, mentioned };
}
