import type { Anchor } from "../../anchors/anchor.ts";
import { requireAnchorCapacity } from "../../anchors/anchor-capacity.ts";
import {
  type AnchorRow,
  anchorRow,
  anchorsOf,
  insertAnchors,
  updateAnchors,
  wordColumns,
} from "../../anchors/anchor-rows.ts";
import { resumeSearch } from "../../anchors/move-anchors.ts";
import { newId } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { insertInto } from "../../storage/statement.ts";
import { wordsHash } from "../evidence/words.ts";
import type { SpecRow } from "../specs/access.ts";

/** A source of a spec's criterion; null for an assumption. */
export interface NewSource {
  spec: Pick<SpecRow, "workspace_id" | "id" | "plan_id">;
  /** The criterion's text. */
  words: string;
  from: QuoteOf | null;
}

/** Words of a source: in its current text, or orphaned at their last position. No anchor if it is deleted. */
export interface QuoteOf {
  sourceId: string;
  anchor: Anchor | null;
}

const insertSources = insertInto("criterion_sources");

/** Returns the id of a quote's anchor, which is the same for the same words. */
const quoteId = (sourceId: string, { exact }: Pick<Anchor, "exact">): string =>
  `quote.${sourceId}.${wordsHash(exact)}`;

/** Adds the sources of new specs' criteria, each once. Throws 409 for a source with too many quotes. */
export async function addSources(tx: Tx, workspaceId: string, sources: readonly NewSource[]): Promise<void> {
  const rows = new Map(
    sources.map(({ spec, words, from }) => {
      const row = {
        workspace_id: spec.workspace_id,
        id: newId(),
        plan_id: spec.plan_id,
        spec_id: spec.id,
        words_hash: wordsHash(words),
        source_id: from?.sourceId ?? null,
        anchor_id: from?.anchor ? quoteId(from.sourceId, from.anchor) : null,
      };
      return [[row.spec_id, row.words_hash, row.source_id, row.anchor_id].join(" "), row];
    }),
  );
  await placeQuotes(
    tx,
    workspaceId,
    sources.flatMap(({ from }) => from ?? []),
  );
  await insertSources(tx, [...rows.values()]);
}

/** Adds the anchors of quotes, and attaches known ones again that are quoted where they stand now. */
async function placeQuotes(tx: Tx, workspaceId: string, quotes: readonly QuoteOf[]): Promise<void> {
  for (const [documentId, rows] of anchorRows(workspaceId, quotes)) {
    const fresh = await freshQuotes(tx, rows);
    await insertAnchors(tx, fresh);
    const isFresh = new Set(fresh);
    await updateAnchors(
      tx,
      wordColumns,
      rows.filter((row) => !isFresh.has(row) && row.state === "attached"),
    );
    await resumeSearch(tx, { workspaceId, documentId });
  }
}

/** Throws 409 for a source that can't take so many quotes more. */
export async function requireRoomForQuotes(
  tx: Tx,
  workspaceId: string,
  quotes: readonly QuoteOf[],
): Promise<void> {
  for (const rows of anchorRows(workspaceId, quotes).values())
    await requireAnchorCapacity(tx, await freshQuotes(tx, rows));
}

/** Returns the anchors of quotes by their source, each once. */
function anchorRows(workspaceId: string, quotes: readonly QuoteOf[]): Map<string, AnchorRow[]> {
  const rows = new Map<string, AnchorRow>();
  for (const { sourceId, anchor } of quotes) {
    if (!anchor) continue;
    const id = quoteId(sourceId, anchor);
    const row = anchorRow({ workspaceId, documentId: sourceId, id, kind: "quote" }, anchor);
    rows.set(id, { ...row, sought: row.state === "orphaned" ? newId() : null });
  }
  return Map.groupBy(rows.values(), ({ document_id }) => document_id);
}

/** Returns the anchors that a source doesn't have yet, after dropping those that no criterion uses any more. */
async function freshQuotes(tx: Tx, rows: readonly AnchorRow[]): Promise<AnchorRow[]> {
  const [first] = rows;
  if (!first) return [];
  await tx
    .deleteFrom("anchors")
    .where("workspace_id", "=", first.workspace_id)
    .where("document_id", "=", first.document_id)
    .where("kind", "=", "quote")
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("criterion_sources")
            .select("criterion_sources.id")
            .whereRef("criterion_sources.workspace_id", "=", "anchors.workspace_id")
            .whereRef("criterion_sources.anchor_id", "=", "anchors.id"),
        ),
      ),
    )
    .execute();
  const ids = rows.map(({ id }) => id);
  const known = await anchorsOf(tx, first.workspace_id, ids);
  return rows.filter(({ id }) => !known.has(id));
}
