import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import type { Context } from "../modules/context.ts";
import { type McpCaller, serverFactory } from "./serve.ts";
import { isSubset, tools } from "./tools/index.ts";

/** The loaded endpoint. */
export interface Mcp {
  /** Tests for a value of `?tools=`. */
  isSubset(name: string): boolean;
  /** Tests for a tool that a `read` credential can't call. */
  isWriting(name: unknown): boolean;
  /** Serves one message: the answer is JSON, for clients of 2025-11-25 one server-sent event. */
  handle(request: Request, caller: McpCaller, message: unknown): Promise<Response>;
}

/** Returns the endpoint, stateless for clients of both revisions; `server` makes the server of a request. */
export function loadMcp(context: Context, server: McpServerFactory = serverFactory(context)): Mcp {
  const { fetch } = createMcpHandler(server, {
    onerror: (error) => context.log.warn({ reason: error.message }, "an MCP message was refused"),
  });
  return {
    isSubset,
    isWriting: (name) => tools.some((tool) => tool.name === name && !tool.isRead),
    handle: (request, caller, parsedBody) =>
      fetch(request, {
        parsedBody,
        // The credential itself stays in the authenticator.
        authInfo: { token: "", clientId: caller.actor.credentialId, scopes: [], extra: { caller } },
      }),
  };
}
