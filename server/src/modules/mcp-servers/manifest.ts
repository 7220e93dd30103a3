import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";

export const mcpServers: Module<Context> = {
  name: "MCP servers",
  tables: {
    mcp_servers: { keptWith: { sealed_token: null, token_set_by: null, token_set_at: null } },
    connector_toolsets: "kept",
    connector_tools: "kept",
    project_toolsets: "kept",
  },
};
