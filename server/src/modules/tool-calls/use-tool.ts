import type { ToolResult } from "@groundplan/contract";
import type { Context } from "../context.ts";
import { failureOf } from "../mcp-servers/client/failure.ts";
import { type Peer, withClient } from "../mcp-servers/client/with-client.ts";
import type { ToolDefinition, ToolRow } from "../mcp-servers/tools.ts";
import { capResult, refused } from "./cap-result.ts";

/** Bytes of all answers of a call. */
const mostBytes = 2 * 1024 * 1024;

/**
 * Calls a tool. Refusals and unsupported forms of answers become messages. Throws McpFailure for an unusable
 * server.
 */
export async function useTool(
  context: Context,
  peer: Peer,
  { name, definition }: ToolRow,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { inputSchema, needsTask } = JSON.parse(definition) as ToolDefinition;
  if (needsTask) return refused("This tool answers with an asynchronous task, which is not supported here.");
  const { MissingRequiredClientCapabilityError, ProtocolError, SdkError, SdkErrorCode } = await import(
    "@modelcontextprotocol/client"
  );
  const asksBack = (error: unknown) =>
    MissingRequiredClientCapabilityError.isInstance(error) ||
    (SdkError.isInstance(error) && error.code === SdkErrorCode.UnsupportedResultType);
  return withClient<ToolResult>(
    context,
    peer,
    { ms: context.config.mcpCallMs, maxBytes: mostBytes, signal },
    async (client, options) => {
      const toolDefinition = { name, inputSchema: inputSchema as { type: "object" } };
      return capResult(await client.callTool({ name, arguments: args }, { ...options, toolDefinition }));
    },
    (error, heard) => {
      if (heard.failure) return failureOf(heard);
      if (asksBack(error))
        return refused("This tool asks something back before it answers, which is not supported here.");
      // The server's words are data.
      if (ProtocolError.isInstance(error))
        return capResult(refused(`The server refused the call: ${error.message}`));
      return failureOf(heard);
    },
  );
}
