import { z } from "zod";
import { consoleEndpoint } from "./endpoint.ts";

/** The values of `?tools=` at the MCP endpoint; without it there are all tools. */
export const toolSubset = z.enum(["read", "work"]);
export type ToolSubset = z.infer<typeof toolSubset>;

export const getMcpAccess = consoleEndpoint({
  id: "console.mcpAccess",
  method: "GET",
  path: "/console/mcp-access",
  summary: "Read the MCP endpoint's address, and its tools with their tokens",
  needs: "session",
  reply: z.object({
    address: z.string(),
    tools: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        isRead: z.boolean(),
        subsets: z.array(toolSubset),
        tokens: z.int().describe("What name, description and input schema cost a model, in o200k tokens."),
      }),
    ),
  }),
});
