import { commentLimits, mention } from "@groundplan/contract";
import { invalid } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { FoundDocument } from "../documents/access.ts";
import { readersAmong } from "../documents/readers.ts";

/** Returns distinct mentioned user ids in order. Throws 400 beyond the limit. */
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
 * Returns mentioned and newly mentioned users. Throws 400 for a new one who can't read the document,
 * indistinguishable from an unknown user.
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
    throw invalid("/body", "mentions someone who can't read this document; share it with them first");
  return { mentions, mentioned };
}
