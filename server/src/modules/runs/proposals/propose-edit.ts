import type { Tx } from "../../../storage/dialect.ts";
import { saveSuggestion } from "../../suggestions/create-suggestion.ts";
import { keepOfRun } from "../../suggestions/of-run.ts";
import type { RunRow } from "../store.ts";
import { requireStarter } from "./propose-specs.ts";

/** A change of a spec's text by quoted words. */
export interface ProposedEdit {
  specId: string;
  baseRevision: number;
  old: string;
  replacement: string;
  why: string;
}

/** Suggests a change of a spec. Returns the suggestion's id. */
export async function proposeEdit(tx: Tx, run: RunRow, edit: ProposedEdit): Promise<string> {
  const actor = await requireStarter(tx, run);
  const { suggestionId } = await saveSuggestion(tx, actor, {
    params: { documentId: edit.specId },
    query: {},
    body: {
      baseRevision: String(edit.baseRevision),
      hunks: [{ exact: edit.old, replacement: edit.replacement }],
      message: edit.why,
    },
    prepared: [],
  });
  await keepOfRun(tx, { workspaceId: run.workspace_id, suggestionId, runId: run.id });
  return suggestionId;
}
