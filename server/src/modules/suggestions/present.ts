import type { Suggestion } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { type AnchorRow, anchorsOf } from "../../anchors/anchor-rows.ts";
import { hunkId } from "../../anchors/suggestions.ts";
import { credentialOf } from "../../events/credential.ts";
import { personOf } from "../../events/person.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableSources } from "../quotes/readable-sources.ts";
import type { Hunk } from "./hunks.ts";
import { keyOf, lostQuotes } from "./look-up-quotes.ts";
import { readableNeeds } from "./readable-needs.ts";
import type { SuggestionRow } from "./store.ts";
import { presentSpecs, quotedSources, type Readable, storedSpecs } from "./stored-specs.ts";

const keptHunks = ({ hunks }: Pick<SuggestionRow, "hunks">): Hunk[] => JSON.parse(hunks) as Hunk[];

/** Returns an open suggestion's hunks at current positions. */
export function hunksInText(
  row: Pick<SuggestionRow, "id" | "hunks">,
  anchors: ReadonlyMap<string, AnchorRow>,
): Hunk[] {
  return keptHunks(row).map((hunk, n) => {
    const anchor = anchors.get(hunkId(row.id, n));
    return anchor ? { ...hunk, start: anchor.start_at, end: anchor.end_at } : hunk;
  });
}

export function anchorsOfHunks(
  db: Db,
  workspaceId: string,
  rows: readonly Pick<SuggestionRow, "id" | "hunks">[],
): Promise<Map<string, AnchorRow>> {
  const ids = rows.flatMap((row) => keptHunks(row).map((_, n) => hunkId(row.id, n)));
  return anchorsOf(db, workspaceId, ids);
}

export async function presentSuggestions(
  db: Db,
  actor: Actor,
  rows: readonly SuggestionRow[],
): Promise<Suggestion[]> {
  const open = rows.filter(({ state }) => state === "open");
  const anchors = await anchorsOfHunks(db, actor.workspaceId, open);
  const specs = rows.flatMap(storedSpecs);
  const sources = await readableSources(db, actor, quotedSources(specs));
  const lost = await lostQuotes(db, actor.workspaceId, open.flatMap(storedSpecs));
  const shows: Readable = {
    source: (id) => sources.has(id),
    need: await readableNeeds(db, actor, specs),
    isLost: (quote) => lost.has(keyOf(quote)),
  };
  return rows.map((row) => presentSuggestion(row, anchors, shows));
}

function presentSuggestion(
  row: SuggestionRow,
  anchors: ReadonlyMap<string, AnchorRow>,
  shows: Readable,
): Suggestion {
  const placed = row.state === "open" ? hunksInText(row, anchors) : keptHunks(row);
  const hunks =
    row.state === "outdated" ? placed.map((hunk) => ({ ...hunk, start: null, end: null })) : placed;
  return {
    id: row.id,
    documentId: row.document_id,
    state: row.state,
    baseRevision: String(row.base_revision),
    hunks,
    specs: presentSpecs(row, shows),
    message: row.message,
    author: personOf(row.author_user_id, row.author_name),
    credential: credentialOf(row),
    criteria: { added: row.criteria_added, changed: row.criteria_changed, removed: row.criteria_removed },
    createdAt: row.created_at,
    ...(row.decided_at === null
      ? {}
      : { decidedAt: row.decided_at, decidedBy: personOf(row.decided_by, row.decider_name) }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.revision === null ? {} : { revision: String(row.revision) }),
    ...(row.proposal_id === null ? {} : { proposalId: row.proposal_id }),
    ...(row.run_id === null ? {} : { runId: row.run_id }),
  };
}
