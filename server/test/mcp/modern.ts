import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** Starts a server of the 2026 protocol with the published library; it refuses older clients. */
export async function startModern() {
  const seen: (string | undefined)[] = [];
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      seen.push(requestInfo?.headers.get("authorization") ?? undefined);
      const server = new McpServer({ name: "modern", version: "1.0.0" });
      const readOnly = { readOnlyHint: true };
      server.registerTool(
        "add",
        {
          description: "Adds.",
          inputSchema: z.object({ a: z.number(), b: z.number() }),
          annotations: readOnly,
        },
        ({ a, b }) => ({ content: [{ type: "text" as const, text: String(a + b) }] }),
      );
      server.registerTool(
        "ask",
        { description: "Asks back.", inputSchema: z.object({}), annotations: readOnly },
        () =>
          inputRequired({
            inputRequests: {
              name: inputRequired.elicit({
                message: "What is your name?",
                requestedSchema: { type: "object", properties: { name: { type: "string" } } },
              }),
            },
          }),
      );
      return server;
    },
    { legacy: "reject" },
  );
  const answer = toNodeHandler(handler);
  const server = createServer(
    (request, response) => void answer(request as Parameters<typeof answer>[0], response),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type Modern = Awaited<ReturnType<typeof startModern>>;
