import type { Actor } from "../../actor.ts";
import { ApiError, invalid } from "../../errors.ts";
import type { Context } from "../context.ts";
import { updateServer } from "../mcp-servers/update-server.ts";
import { requireMember, requireOwner } from "../projects/access.ts";
import type { McpEntry } from "./catalog.ts";
import { grantsOf, isFor } from "./grants/grant-rows.ts";
import { beginAtServer } from "./grants/servers/begin-at-server.ts";
import { connectByKey } from "./grants/servers/connect-by-key.ts";
import { requireOn } from "./policy.ts";
import { maxGrants } from "./present.ts";

interface Given {
  apiKey: string | null;
  returnTo?: string | undefined;
  site?: string | undefined;
  account?: string | undefined;
}

/**
 * Connects an MCP server: a user's account by OAuth or key, or the workspace by token. Without a key, reports
 * a workspace server's state.
 */
export async function connectServer(context: Context, actor: Actor, entry: McpEntry, body: Given) {
  const { id: connector, label } = entry;
  for (const field of ["site", "account"] as const)
    if (body[field] !== undefined) throw invalid(`/${field}`, `must be left out for ${label}`);
  const { apiKey } = body;
  if (apiKey !== null && !entry.auth.acceptsApiKey) throw invalid("/apiKey", `must be left out for ${label}`);
  if (entry.connectScope === "workspace")
    return { body: apiKey === null ? stateOf(actor, entry) : await setToken(context, actor, entry, apiKey) };

  requireMember(actor);
  const { workspaceId, userId } = actor;
  await requireOn(context.db, workspaceId, entry, null);
  const rows = await grantsOf(context.db, { workspaceId, userId, connectorId: connector });
  const grants = rows.filter((row) => isFor(row, entry.url));
  const remainingGrants = Math.max(0, maxGrants - grants.length);
  const connected = grants.length > 0;
  const state = { connected, connector, remainingGrants };
  if (remainingGrants === 0) {
    const message = `You have ${maxGrants} accounts of ${label}. Remove one to connect another.`;
    return { body: { mode: "already_connected" as const, ...state, message } };
  }
  if (apiKey !== null) {
    await connectByKey(context, actor, entry, apiKey);
    const message = `${label} is connected with your key.`;
    const left = remainingGrants - 1;
    return { body: { mode: "api_key" as const, connected: true, connector, remainingGrants: left, message } };
  }
  const authorizeUrl = await beginAtServer(context, actor, entry, body.returnTo ?? "/");
  return { body: { mode: "oauth" as const, ...state, authorizeUrl } };
}

/** Stores an own server's token and probes with it. A failed probe keeps the token. */
async function setToken(
  context: Context,
  actor: Actor,
  { id: connector, label, server }: McpEntry,
  key: string,
) {
  const saved = await updateServer(context, actor, server?.slug ?? "", { bearerToken: key });
  const error = saved.server.lastProbe?.error ?? null;
  const message =
    error === null ? `${label} is connected.` : `The key was saved, but ${label} failed: ${error}`;
  return { mode: "workspace_key" as const, connected: true, connector, message };
}

/** Returns the state of a workspace server: it has its token or needs none. */
function stateOf(actor: Actor, { id: connector, label, server }: McpEntry) {
  if (server?.auth_mode !== "bearer" || server.sealed_token !== null)
    return { mode: "already_connected" as const, connected: true, connector };
  requireOwner(actor, "connect an MCP server");
  throw new ApiError(
    "not_configured",
    `${label} has lost its token. Set it again with \`PATCH /v1/mcp-servers/${server.slug}\`.`,
  );
}
