import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { dateTime, name, text } from "./text.ts";

const tag = "MCP servers";
const path = "/v1/mcp-servers/{slug}";
const params = z.strictObject({ slug: z.string().describe("The server's slug.") });
const authMode = z.enum(["anonymous", "bearer"]);
export const toolAccess = z.enum(["read", "write"]);
export type ToolAccess = z.infer<typeof toolAccess>;

const McpServer = z
  .object({
    id: z.string(),
    slug: z.string(),
    connectorId: z.string().describe("The id of its connector, which starts with `x_`."),
    label: z.string(),
    description: z.string().optional(),
    url: z.string(),
    authMode,
    enabled: z.boolean(),
    tools: z.array(z.object({ name: z.string(), enabled: z.boolean(), access: toolAccess })),
    toolCap: z.int().describe("The most tools that are kept; further ones are dropped."),
    lastProbe: z
      .object({ status: z.string().nullable(), error: z.string().nullable(), at: dateTime().nullable() })
      .optional()
      .describe("Absent before the first probe."),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  })
  .meta({ id: "McpServer" });

export const getMcpServer = endpoint({
  id: "mcpServers.get",
  method: "GET",
  path,
  summary: "Read an MCP server",
  tag,
  planned: true,
  params,
  reply: z.object({
    server: McpServer,
    toolset: z.object({
      count: z.int(),
      discoveredAt: dateTime().describe(
        "The time of the last probe; before the first one, the time at which the server was added.",
      ),
    }),
  }),
  errors: ["not_found"],
});

export const updateMcpServer = endpoint({
  id: "mcpServers.update",
  method: "PATCH",
  path,
  summary: "Change an MCP server, or probe it again",
  description:
    "A change of address or credentials probes the server again. A probe that fails still saves the change and says why in `lastProbe`. Without a probe the figures of the last one are repeated.",
  tag,
  planned: true,
  params,
  body: z.strictObject({
    label: name().optional(),
    description: text(2000).optional(),
    url: text(2000).optional(),
    authMode: authMode.optional(),
    bearerToken: text(4000).optional(),
    enabled: z.boolean().optional(),
    tools: z
      .array(z.strictObject({ name: text(200), enabled: z.boolean() }))
      .max(64)
      .optional(),
    probe: z.literal(true).optional(),
  }),
  reply: z.object({
    server: McpServer,
    probe: z.object({ toolsDiscovered: z.int(), toolsDropped: z.array(z.string()) }),
  }),
  errors: ["not_found", "forbidden"],
});
