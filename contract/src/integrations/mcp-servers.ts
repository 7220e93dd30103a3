import { z } from "zod";
import { Deleted, nextCursor, page, reference, slug } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { failureReason } from "../failure-reason.ts";
import { dateTime, name, text } from "../text.ts";

const tag = "MCP servers";
const path = "/v1/mcp-servers/{slug}";
const params = z.strictObject({ slug: z.string().describe("The server's slug.") });
const authMode = z.enum(["anonymous", "bearer"]);
export const toolAccess = z
  .enum(["read", "write"])
  .describe("`write` unless its server marks it as read-only.");
export type ToolAccess = z.infer<typeof toolAccess>;

/** Results of a probe: success, or why the server is unusable. */
export const probeStatus = z.enum([
  ...(["ok", "auth_required", "unreachable", "timeout", "not_mcp", "blocked_address", "too_large"] as const),
]);
export type ProbeStatus = z.infer<typeof probeStatus>;

export const McpServer = z
  .object({
    id: z.string(),
    slug: z.string(),
    connectorId: z.string().describe("The id of its connector, which starts with `x_`."),
    label: z.string(),
    description: z.string().optional(),
    url: z.string(),
    authMode,
    enabled: z.boolean().describe("Whether the workspace has it switched on."),
    tools: z
      .array(
        z.object({
          name: z.string(),
          enabled: z.boolean().describe("The workspace's switch of the tool."),
          access: toolAccess,
        }),
      )
      .describe("In the order of the server. A new tool that writes is off until it is switched on."),
    toolCap: z.int().describe("The most tools that are kept; further ones are dropped."),
    lastProbe: z
      .object({
        status: probeStatus.nullable(),
        error: z
          .string()
          .nullable()
          .describe("Why it failed, or why only a part of the tools was read (with `ok`)."),
        reason: failureReason
          .nullable()
          .describe("The class of the failure; `status` wherever the server answered."),
        at: dateTime().nullable(),
      })
      .optional()
      .describe("Absent before the first probe."),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  })
  .meta({ id: "McpServer" });
export type McpServer = z.infer<typeof McpServer>;

const toolset = z.object({
  count: z.int().describe("The number of its tools that are kept."),
  discoveredAt: dateTime().describe(
    "The last time that its tools could be read; before that, the time at which the server was added.",
  ),
});

const probe = z
  .object({
    toolsDiscovered: z.int().describe("The number of tools that the server offers."),
    toolsDropped: z
      .array(z.string())
      .describe(
        "Tools left out, as `name: reason`: those past `toolCap`, and those whose name or schema can't be used. At most 1,000, and one entry that counts the others.",
      ),
  })
  .meta({ id: "McpProbe", description: "The figures of the last probe that could read the tools." });

/** Called as it is, so it must not hold a user name. */
const url = text(2000).refine((value) => {
  const parsed = URL.parse(value);
  return parsed !== null && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password;
}, "must be a complete http or https address without a user name");
const bearerToken = text(4000)
  .transform((value) => value.trim())
  .refine((value) => /^[\x21-\x7e]+$/.test(value), "must be the token alone, without spaces");
const description = text(2000);

export const listMcpServers = endpoint({
  id: "mcpServers.list",
  method: "GET",
  path: "/v1/mcp-servers",
  summary: "List the workspace's MCP servers",
  tag,
  query: z.strictObject(page),
  reply: z.object({ servers: z.array(McpServer), nextCursor }),
});

export const createMcpServer = endpoint({
  id: "mcpServers.create",
  method: "POST",
  path: "/v1/mcp-servers",
  summary: "Add an MCP server",
  description:
    "For owners. The server is asked for its tools at once, for 10 seconds at most, and added even if that fails; `lastProbe` says why. A token is never shown.",
  tag,
  body: z.strictObject({
    label: name(),
    slug: slug().optional().describe("Derived from the label if omitted. It never changes."),
    url: url.describe("The address of its streamable HTTP transport."),
    authMode,
    bearerToken: bearerToken.optional().describe("Needed with `bearer`."),
    description: description.optional(),
  }),
  reply: z.object({ server: McpServer, probe }),
  status: 201,
  errors: ["forbidden", "slug_taken", "too_many_mcp_servers"],
});

export const getMcpServer = endpoint({
  id: "mcpServers.get",
  method: "GET",
  path,
  summary: "Read an MCP server",
  tag,
  params,
  reply: z.object({ server: McpServer, toolset }),
  errors: ["not_found"],
});

export const updateMcpServer = endpoint({
  id: "mcpServers.update",
  method: "PATCH",
  path,
  summary: "Change an MCP server, or probe it again",
  description:
    "For owners. A change of address or credentials probes the server again; it is saved even if that fails. Another host needs the token again.",
  tag,
  params,
  body: z.strictObject({
    label: name().optional(),
    description: description.optional(),
    url: url.optional(),
    authMode: authMode.optional(),
    bearerToken: bearerToken.optional(),
    enabled: z.boolean().optional(),
    tools: z
      .array(z.strictObject({ name: text(200), enabled: z.boolean() }))
      .max(64)
      .optional(),
    probe: z.literal(true).optional(),
  }),
  reply: z.object({ server: McpServer, probe }),
  errors: ["not_found", "forbidden"],
});

export const deleteMcpServer = endpoint({
  id: "mcpServers.delete",
  method: "DELETE",
  path,
  summary: "Delete an MCP server with its token and switches",
  description: "For owners.",
  tag,
  params,
  reply: Deleted,
  errors: ["not_found", "forbidden"],
});

export const probeMcpServer = endpoint({
  id: "mcpServers.probe",
  method: "POST",
  path: `${path}/probe`,
  summary: "Ask an MCP server for its tools again",
  description:
    "For owners; 10 seconds at most. A tool that changed since it was turned on is off until someone reviews it. A server that can't be used keeps its tools.",
  tag,
  params,
  reply: z.object({ server: McpServer, probe }),
  errors: ["not_found", "forbidden"],
});

/** A part of a tool's answer: untrusted text, never an instruction. */
const content = z
  .looseObject({ type: z.string() })
  .describe('A part of the answer as the protocol has it, such as `{type: "text", text}`.');

export const ToolResult = z
  .object({
    content: z.array(content),
    isError: z.boolean().describe("True if the tool failed or could not be used; the content says why."),
    truncated: z.boolean().describe("True if the answer was truncated."),
  })
  .meta({ id: "ToolResult" });
export type ToolResult = z.infer<typeof ToolResult>;

export const callTool = endpoint({
  id: "mcpServers.callTool",
  method: "POST",
  path: `${path}/tools/{tool}/call`,
  summary: "Use a tool of an MCP server",
  description:
    "For members. `slug` may also be the id of a curated connector. A tool that is off for the workspace or the project is 403 `tool_disabled`. A personal connector uses the caller's account.",
  tag,
  params: z.strictObject({
    slug: z.string().describe("The server's slug, or the id of a connector."),
    tool: z.string().describe("The tool's name."),
  }),
  body: z.strictObject({
    arguments: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("What the tool's `inputSchema` asks for."),
    projectSlug: reference().optional().describe("The project that the call is for, whose switches count."),
    grantId: z.string().optional().describe("One of the caller's accounts; the newest if omitted."),
  }),
  reply: z.object({ result: ToolResult }),
  errors: ["not_found", "forbidden", "tool_disabled", "not_connected", "upstream_error", "upstream_timeout"],
});
