import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { saveServer, serverCreate } from "./create-server.ts";
import { serverDelete } from "./delete-server.ts";
import { saveAskedProbe, serverProbe } from "./probe-server.ts";
import { serverGet, serversList } from "./read-servers.ts";
import { changeServer, serverUpdate } from "./update-server.ts";

export const mcpServers: Module<Context> = {
  name: "MCP servers",
  handlers: [serversList, serverCreate, serverGet, serverUpdate, serverDelete, serverProbe],
  commands: [saveServer, changeServer, saveAskedProbe],
  tables: {
    // Without its token a server is not called until an owner sets it again.
    mcp_servers: {
      keptWith: { sealed_token: null, token_hint: null, token_set_by: null, token_set_at: null },
    },
    connector_toolsets: "kept",
    connector_tools: "kept",
    project_toolsets: "kept",
  },
  events: [
    ...(["mcp_server.created", "mcp_server.updated", "mcp_server.deleted"] as const),
    ...(["connector.toolset_changed", "connector.tools_changed"] as const),
  ],
};
