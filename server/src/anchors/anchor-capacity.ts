import { sql } from "kysely";
import { ApiError } from "../errors.ts";
import type { Tx } from "../storage/dialect.ts";
import { type Param, statement } from "../storage/statement.ts";
import type { Tables } from "../storage/tables.ts";

/**
 * Anchors per document, since every write moves all of them: hunks, their suggestions, open threads, all
 * threads, quotes.
 */
const anchorLimits = {
  hunks: 1000,
  suggestions: 200,
  openThreads: 1000,
  threads: 5000,
  quotes: 5000,
} as const;

const counted = statement((db, param: Param<{ workspaceId: string; documentId: string }>) =>
  db
    .selectFrom("anchors")
    .leftJoin("threads", (join) =>
      join
        .onRef("threads.workspace_id", "=", "anchors.workspace_id")
        .onRef("threads.id", "=", "anchors.id")
        .on("threads.state", "=", "open"),
    )
    .select([
      sql<number>`count(*) filter (where anchors.kind = 'hunk')`.as("hunks"),
      // Every suggestion has a hunk 0.
      sql<number>`count(*) filter (where anchors.kind = 'hunk' and anchors.id like '%.0')`.as("suggestions"),
      sql<number>`count(threads.id)`.as("openThreads"),
      sql<number>`count(*) filter (where anchors.kind = 'thread')`.as("threads"),
      sql<number>`count(*) filter (where anchors.kind = 'quote')`.as("quotes"),
    ])
    .where("anchors.workspace_id", "=", param("workspaceId"))
    .where("anchors.document_id", "=", param("documentId")),
);

/** Throws 409 if a document can't take more anchors; all of them are of one kind. */
export async function requireAnchorCapacity(tx: Tx, anchors: readonly Tables["anchors"][]): Promise<void> {
  const [first] = anchors;
  if (!first) return;
  const [found] = await counted(tx, { workspaceId: first.workspace_id, documentId: first.document_id });
  const own = (name: keyof typeof anchorLimits) => Number(found?.[name] ?? 0);
  const isFull = (["hunks", "suggestions"] as const).some((name) => own(name) >= anchorLimits[name]);
  if (first.kind === "hunk" && (isFull || own("hunks") + anchors.length > anchorLimits.hunks))
    throw tooMany(
      `The document has ${own("suggestions")} open suggestions with ${own("hunks")} hunks, of at most ${anchorLimits.suggestions} and ${anchorLimits.hunks}. Decide or withdraw some first.`,
    );
  if (first.kind === "thread" && own("openThreads") >= anchorLimits.openThreads)
    throw tooMany(
      `The document has ${anchorLimits.openThreads} open anchored threads. Resolve some first, or omit the anchor.`,
    );
  if (first.kind === "thread" && own("threads") >= anchorLimits.threads)
    throw tooMany(`The document has ${anchorLimits.threads} anchored threads. Omit the anchor.`);
  if (first.kind === "quote" && own("quotes") + anchors.length > anchorLimits.quotes)
    throw tooMany(
      `Criteria quote the source in ${own("quotes")} places, of at most ${anchorLimits.quotes}. Quote words that are quoted already, or leave quotes out.`,
    );
}

const tooMany = (message: string) => new ApiError("too_many_anchors", message);
