import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Context } from "../modules/context.ts";
import { type McpCaller, serverFactory } from "./serve.ts";

/** Serves one message: the answer is JSON, for clients of 2025-11-25 one server-sent event. */
export type Handle = (request: Request, caller: McpCaller, message: unknown) => Promise<Response>;

/** Returns the endpoint's handler, stateless for clients of both revisions. */
export function loadMcp(context: Context): Handle {
  const { fetch } = createMcpHandler(serverFactory(context), {
    onerror: (error) => context.log.warn({ reason: error.message }, "an MCP message was refused"),
  });
  return (request, caller, parsedBody) =>
    fetch(request, {
      parsedBody,
      // The credential itself stays in the authenticator.
      authInfo: { token: "", clientId: caller.actor.credentialId, scopes: [], extra: { caller } },
    });
}
