import type { ImportResult } from "@groundplan/contract";
import type { SourceRow } from "../../context/access.ts";
import type { ContextOfSource } from "../source.ts";
import type { SourceDecision } from "./merge-source.ts";

export type ToldSource = ImportResult["sources"][number];

const nothing = { changed: [], conflicts: [] };

/** Returns what is told of a source that an import created, or would; `title` is the one that it got. */
export const presentCreated = (
  source: ContextOfSource,
  sourceId: string | null,
  title: string,
): ToldSource => ({
  ...{ externalRef: source.externalRef, sourceId, title, outcome: "created", ...nothing },
  ...(title === source.title ? {} : { keptBothAs: title }),
});

/** Returns what became of a source by a merge; `title` is the one that it has now. */
export function presentMerged(
  { externalRef }: ContextOfSource,
  row: SourceRow,
  { change, conflicts }: SourceDecision,
  title: string,
): ToldSource {
  const changed = Object.keys(change);
  return {
    ...{ externalRef, sourceId: row.id, title },
    outcome: changed.length > 0 ? "updated" : "unchanged",
    ...(change.title === undefined || change.title === title ? {} : { keptBothAs: title }),
    ...{ changed, conflicts },
  };
}

/** Returns what is told of a source that was deleted here. */
export const presentDeleted = ({ externalRef, title }: ContextOfSource): ToldSource => ({
  ...{ externalRef, sourceId: null, title, outcome: "deleted", ...nothing },
});

/** Returns what is told of a source here that an import leaves as it is. */
export const presentLeft = (
  externalRef: string,
  { id, title }: SourceRow,
  outcome: "replaced" | "vanished",
): ToldSource => ({ externalRef, sourceId: id, title, outcome, ...nothing });
