import type { Actor } from "../../actor.ts";
import { appendEvents } from "../../events/append.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { FoundDocument } from "../documents/access.ts";
import { aboutDocument } from "../documents/discussion.ts";
import { suggestionData } from "./events.ts";
import { type SuggestionRow, suggestionOfId, updateSuggestion } from "./store.ts";
import { type StoredSpec, storedSpecs } from "./stored-specs.ts";

interface OfRun {
  workspaceId: string;
  suggestionId: string;
  runId: string;
}

/** Returns a suggestion's state and specs, for the run that made it. */
export async function suggestionOfRun(
  db: Db,
  { workspaceId, suggestionId }: Omit<OfRun, "runId">,
): Promise<{ state: SuggestionRow["state"]; specs: StoredSpec[] } | null> {
  const [row] = await suggestionOfId(db, { workspaceId, id: suggestionId });
  return row ? { state: row.state, specs: storedSpecs(row) } : null;
}

/** Notes the run of the planning agent that made a suggestion. */
export const keepOfRun = (tx: Tx, { workspaceId, suggestionId, runId }: OfRun): Promise<void> =>
  updateSuggestion(tx, { workspace_id: workspaceId, id: suggestionId }, { run_id: runId });

/** Replaces the specs of a run's suggestion. */
export const keepSpecs = (
  tx: Tx,
  { workspaceId, suggestionId }: Omit<OfRun, "runId">,
  specs: readonly StoredSpec[],
): Promise<void> =>
  updateSuggestion(tx, { workspace_id: workspaceId, id: suggestionId }, { specs: JSON.stringify(specs) });

/** Replaces the specs of a suggestion that people may be reading, and tells them. */
export async function changeSpecs(
  tx: Tx,
  actor: Actor,
  document: FoundDocument,
  suggestionId: string,
  specs: readonly StoredSpec[],
): Promise<void> {
  await keepSpecs(tx, { workspaceId: actor.workspaceId, suggestionId }, specs);
  await appendEvents(tx, actor, [
    {
      type: "suggestion.changed",
      ...aboutDocument(document, suggestionId),
      data: suggestionData(document, suggestionId),
    },
  ]);
}
