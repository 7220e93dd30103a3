import { getMcpAccess } from "@groundplan/contract";
import { forSession } from "../../dispatch/console-handlers.ts";
import type { Context } from "../../modules/context.ts";

/** Answers the MCP endpoint's address and tools. The tools are loaded with the first request. */
export const mcpAccessRead = forSession(getMcpAccess, async ({ publicUrl }: Context) => {
  const { toolsWithTokens } = await import("../../mcp/tool-tokens.ts");
  return { address: `${publicUrl()}/mcp`, tools: await toolsWithTokens() };
});
