import type { Anchor } from "../../../anchors/anchor.ts";
import { attachedAt } from "../../../anchors/anchor.ts";
import { takeTurns } from "../../../dispatch/concurrency/take-turns.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { SourceRow } from "../store.ts";
import { eachChunk } from "../texts.ts";
import { type Hit, QuoteFinder } from "./quote-finder.ts";

/** A quote in a version of a source's text. */
export interface Place {
  anchor: Anchor;
  /** Identifies the version, since a new title keeps the text. */
  textRevision: number;
}

/** UTF-16 units that a quote may take with its white space as it is. */
const widest = 5000;
/** Units kept before and behind a quote, as `contextOf` wants them. */
const reach = 64;

/** Finds folded quotes in a source's text, chunk by chunk; those that it doesn't have are left out. */
export async function findQuotes(
  db: Db,
  source: Pick<SourceRow, "workspace_id" | "id" | "revision" | "text_revision">,
  quotes: Iterable<string>,
): Promise<Map<string, Place>> {
  const { workspace_id: workspaceId, id: sourceId, revision, text_revision: textRevision } = source;
  const finder = new QuoteFinder(quotes);
  const turn = takeTurns();
  const found = new Map<string, Place>();
  let [window, offset] = ["", 0];
  let waiting: Hit[] = [];
  const place = ({ quote, start, end }: Hit) => {
    const { prefix, suffix, exact } = attachedAt(window, revision, start - offset, end - offset);
    const anchor: Anchor = { exact, prefix, suffix, start, end, revision, state: "attached" };
    found.set(quote, { anchor, textRevision });
  };
  for await (const { text } of eachChunk(db, { workspaceId, sourceId, revision: textRevision })) {
    const kept = Math.max(0, window.length - widest - reach);
    offset += kept;
    window = window.slice(kept) + text;
    const hits = finder.read(text).filter(({ start, end }) => end - start <= widest);
    const behind = offset + window.length - reach;
    const ready = [...waiting, ...hits];
    waiting = ready.filter(({ end }) => end > behind);
    for (const hit of ready) if (hit.end <= behind) place(hit);
    if (finder.isDone && waiting.length === 0) break;
    await turn();
  }
  for (const hit of waiting) place(hit);
  return found;
}
