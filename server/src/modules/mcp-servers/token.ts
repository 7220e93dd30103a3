import { open, type SecretCell, seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Context } from "../context.ts";
import type { ServerRow } from "./store.ts";

type Cell = Pick<ServerRow, "workspace_id" | "id">;

const cellOf = ({ workspace_id: workspaceId, id: rowId }: Cell): SecretCell => ({
  workspaceId,
  rowId,
  table: "mcp_servers",
  column: "sealed_token",
});

/** Seals a bearer token for its row. */
export async function sealToken(context: Context, row: Cell, token: string): Promise<string> {
  return seal(await workspaceKey(context, row.workspace_id), cellOf(row), token);
}

/** Returns a server's bearer token, if any. */
export async function tokenOf(
  context: Context,
  row: Cell & Pick<ServerRow, "sealed_token">,
): Promise<string | null> {
  if (row.sealed_token === null) return null;
  return open(await workspaceKey(context, row.workspace_id), cellOf(row), row.sealed_token);
}
