import { forgetAnchors } from "../../anchors/anchor-rows.ts";
import type { ForgetProject } from "../../dispatch/commands.ts";
import { forgetDocuments } from "../../full-text/index-document.ts";
import { forgetRevisions } from "../../revisions/revisions.ts";
import type { SearchKind } from "../../storage/tables/search.ts";

/** The tables of versioned texts that a project may have of its own. */
type Table = "context_sources" | "formats" | "instructions" | "skills";

/**
 * Returns what deletes the versions of a project's texts in a table, and takes those that are searched as a `kind` out of
 * the index, before the rows go with the project's own.
 */
export const forgetTexts =
  (table: Table, kind?: SearchKind): ForgetProject =>
  async (tx, { workspaceId, id }) => {
    const own = tx
      .selectFrom(table)
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("project_id", "=", id);
    if (kind) await forgetDocuments(tx, workspaceId, kind, own);
    await forgetRevisions(tx, workspaceId, own);
    await forgetAnchors(tx, workspaceId, own);
  };
