import { forgetAnchors } from "../../anchors/anchor-rows.ts";
import type { ForgetProject } from "../../dispatch/commands.ts";
import { forgetDocuments } from "../../full-text/index-document.ts";
import { forgetRevisions } from "../../revisions/revisions.ts";
import type { SearchKind } from "../../storage/tables/search.ts";

/** Tables of a project's versioned texts. */
type Table = "context_sources" | "formats" | "instructions" | "skills";

/** Returns a function that deletes a purged project's versions in a table and its index entries of `kind`. */
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
