import type { ForgetProject } from "../dispatch/commands.ts";
import { forgetRevisions } from "./revisions.ts";

/** The tables of versioned texts that a project may have of its own. */
type Table = "context_sources" | "formats" | "instructions" | "skills";

/** Returns what deletes the versions of a project's texts in a table, before the rows go with the project's own. */
export const forgetTexts =
  (table: Table): ForgetProject =>
  (tx, { workspaceId, id }) =>
    forgetRevisions(
      tx,
      workspaceId,
      tx.selectFrom(table).select("id").where("workspace_id", "=", workspaceId).where("project_id", "=", id),
    );
