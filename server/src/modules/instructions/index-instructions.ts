import { isVisible } from "@groundplan/contract";
import { forgetDocument, indexDocument } from "../../full-text/index-document.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { InstructionRow } from "./store.ts";

/** Title in search results. */
export const titleOfInstructions = "Instructions";

type Indexed = Pick<InstructionRow, "workspace_id" | "id" | "project_id" | "markdown">;

/** Indexes instructions; invisible text counts as none. */
export async function indexInstructions(tx: Tx, row: Indexed): Promise<void> {
  const { workspace_id: workspaceId, id, project_id: projectId, markdown: text } = row;
  if (!isVisible(text)) return forgetDocument(tx, workspaceId, "instructions", id);
  const title = titleOfInstructions;
  await indexDocument(tx, { workspaceId, kind: "instructions", id, projectId, title, text });
}

/** Indexes the current instructions. */
export async function indexInstructionsOf(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const row = await tx
    .selectFrom("instructions")
    .select(["workspace_id", "id", "project_id", "markdown"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row) await indexInstructions(tx, row);
}
