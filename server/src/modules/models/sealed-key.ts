import { open, type SecretCell, seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Context } from "../context.ts";

interface Row {
  workspace_id: string;
  id: string;
}

const cellOf = ({ workspace_id: workspaceId, id: rowId }: Row): SecretCell => ({
  workspaceId,
  rowId,
  table: "models",
  column: "sealed_key",
});

export const sealKey = async (context: Context, row: Row, key: string): Promise<string> =>
  seal(await workspaceKey(context, row.workspace_id), cellOf(row), key);

export const openKey = async (context: Context, row: Row & { sealed_key: string | null }) =>
  row.sealed_key === null
    ? null
    : open(await workspaceKey(context, row.workspace_id), cellOf(row), row.sealed_key);
