import { z } from "zod";
import { Deleted, nextCursor, page, projectParams, provider, Removed, reference } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, name, text } from "../text.ts";
import { toolAccess } from "./mcp-servers.ts";

const tag = "Connectors";
const params = z.strictObject({
  connectorId: z.string().describe("The connector's id, such as `linear`, `jira` or `github`."),
});

const Connection = z
  .discriminatedUnion("scope", [
    z.object({
      scope: z.literal("personal"),
      connected: z.boolean(),
      grants: z.array(z.object({ id: z.string(), account: z.string().nullable(), createdAt: dateTime() })),
      maxGrants: z.int(),
    }),
    z.object({
      scope: z.literal("workspace"),
      connected: z.boolean(),
      keyHint: z.string().nullable(),
      account: z.string().nullable(),
      connectedBy: z.string().nullable(),
      connectedAt: dateTime().nullable(),
    }),
  ])
  .meta({ id: "Connection" });

export const Connector = z
  .object({
    id: z.string(),
    kind: z.enum(["tracker", "mcp"]),
    provider: provider.nullable(),
    label: z.string(),
    vendor: z.string().optional(),
    description: z.string().optional(),
    connectScope: z.enum(["personal", "workspace"]),
    auth: z.object({ oauth: z.boolean(), oauthOnly: z.boolean(), acceptsApiKey: z.boolean() }),
    tools: z.object({
      enabled: z.boolean().describe("Whether the workspace has it switched on."),
      curated: z.int().describe("How many tools it is known to have; 0 where that is not known."),
    }),
    connection: Connection,
    links: z.object({ connect: z.string(), toolsets: z.string() }).optional(),
  })
  .meta({ id: "Connector" });
export type Connector = z.infer<typeof Connector>;

export const PolicyState = z
  .object({ workspace: z.boolean(), project: z.boolean().nullable(), effective: z.boolean() })
  .meta({ id: "PolicyState" });
export type PolicyState = z.infer<typeof PolicyState>;

export const listConnectors = endpoint({
  id: "connectors.list",
  method: "GET",
  path: "/v1/connectors",
  summary: "List the connectors, with this workspace's connections",
  tag,
  query: z.strictObject(page),
  whole: true,
  reply: z.object({ connectors: z.array(Connector), nextCursor }),
});

export const getConnector = endpoint({
  id: "connectors.get",
  method: "GET",
  path: "/v1/connectors/{connectorId}",
  summary: "Read a connector, with this workspace's connection",
  tag,
  params: params,
  reply: z.object({ connector: Connector }),
  errors: ["not_found"],
});

export const connectConnector = endpoint({
  id: "connectors.connect",
  method: "POST",
  path: "/v1/connectors/{connectorId}/connect",
  summary: "Connect a tracker or an MCP server",
  description:
    "Owners connect workspace connectors, members accounts of their own. With `apiKey` it is connected at once, if `auth.acceptsApiKey`; else `authorizeUrl` is where people consent.",
  tag,
  params,
  body: z.strictObject({
    apiKey: text(2000).optional(),
    returnTo: text(2000).optional().describe("The path of the console to return to."),
    site: text(300).optional().describe("Jira: the site's address."),
    account: text(300).optional().describe("Jira: the e-mail address that the API token belongs to."),
  }),
  reply: z.object({
    mode: z.enum(["workspace_key", "api_key", "already_connected", "oauth"]),
    connected: z.boolean(),
    connector: z.string(),
    authorizeUrl: z.string().optional(),
    remainingGrants: z.int().optional(),
    message: z.string().optional(),
  }),
  errors: [
    "not_found",
    "forbidden",
    "invalid_return_to",
    "not_connected",
    "not_configured",
    "upstream_error",
    "upstream_timeout",
  ],
});

export const disconnectConnector = endpoint({
  id: "connectors.disconnect",
  method: "DELETE",
  path: "/v1/connectors/{connectorId}/connection",
  summary: "Disconnect a tracker and delete its key",
  tag,
  params,
  reply: Removed,
  errors: ["not_found", "forbidden", "not_connected"],
});

export const removeGrant = endpoint({
  id: "connectors.removeGrant",
  method: "DELETE",
  path: "/v1/connectors/{connectorId}/grants/{grantId}",
  summary: "Remove one of your accounts of a personal connector",
  tag,
  params: params.extend({
    grantId: z.string().describe("The grant's id, as the list of connectors has it."),
  }),
  reply: Removed,
  errors: ["not_found"],
});

export const createConnectorWebhook = endpoint({
  id: "connectors.createWebhook",
  method: "POST",
  path: "/v1/connectors/{connectorId}/webhook",
  summary: "Create the address and secret of a tracker's webhook",
  description:
    "The secret is shown once, to be entered in the tracker, and replaces an earlier one. Without a public address it is 409 `not_configured`.",
  tag,
  params,
  reply: z.object({
    webhook: z.object({ url: z.string(), secret: z.string() }),
    message: z.string(),
  }),
  status: 201,
  errors: ["not_found", "forbidden", "not_connected", "not_configured"],
});

export const deleteConnectorWebhook = endpoint({
  id: "connectors.deleteWebhook",
  method: "DELETE",
  path: "/v1/connectors/{connectorId}/webhook",
  summary: "Stop accepting a tracker's webhook",
  tag,
  params,
  reply: Deleted,
  errors: ["not_found", "forbidden", "not_connected"],
});

export const Target = z
  .object({
    id: z.string(),
    label: z.string(),
    target: z.union([
      z.object({ teamKey: z.string() }),
      z.object({ projectKey: z.string() }),
      z.object({ repository: z.string() }),
    ]),
    url: z.string().nullable(),
  })
  .meta({ id: "TrackerTarget" });

export const listTargets = endpoint({
  id: "connectors.targets",
  method: "GET",
  path: "/v1/connectors/{connectorId}/targets",
  summary: "List the targets of a push: teams, projects or repositories",
  tag,
  params,
  query: z.strictObject(page),
  reply: z.object({ targets: z.array(Target), nextCursor }),
  errors: ["not_found", "forbidden", "not_connected", "upstream_error", "upstream_timeout"],
});

const target = z.union([
  z.strictObject({ teamKey: name(50) }),
  z.strictObject({
    // Jira accepts a project's number as its key; allowing it would make one project two targets.
    projectKey: name(50).refine((value) => /^[a-z]\w*$/i.test(value), "must be a key such as `PROJ`"),
  }),
  z.strictObject({
    repository: name(200).refine((value) => /^[\w.-]+\/[\w.-]+$/.test(value), "must be `owner/name`"),
  }),
]);

export type TrackerTarget = z.infer<typeof target>;

const references = z.enum(["neutral", "live"]).meta({
  id: "TrackerReferences",
  description:
    "Whether `#12` and `fixes #34` in a text have no effect in the tracker (`neutral`) or link and close issues (`live`).",
});

export const trackerStatuses = z.enum(["off", "close", "all"]).meta({
  id: "TrackerStatuses",
  description:
    "A push closes and reopens issues with their specs (`close`), starts them, too (`all`), or neither (`off`).",
});
export type TrackerStatuses = z.infer<typeof trackerStatuses>;

export const trackerDetail = z
  .enum(["assignee", "labels", "priority", "dueDate"])
  .meta({ id: "TrackerDetail", description: "What a push sends of a spec besides text, effort and status." });
export type TrackerDetail = z.infer<typeof trackerDetail>;

const chosen = z.strictObject({ id: z.string() });
const fieldValue = z.union([z.string(), z.number(), chosen, z.array(chosen)]);
const fieldValues = z.record(z.string(), fieldValue);
export type FieldValues = z.infer<typeof fieldValues>;

const requiredField = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    issueTypes: z.array(z.string()),
    allowed: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
    value: z.unknown().optional(),
  })
  .meta({ id: "RequiredTrackerField" });

const Tracker = z
  .object({
    provider: provider.nullable(),
    target: target.nullable(),
    references,
    statuses: trackerStatuses,
    details: z.array(trackerDetail),
    fields: z.record(z.string(), z.unknown()).optional(),
    requiredFields: z.array(requiredField).optional(),
  })
  .meta({ id: "ProjectTracker" });

export const getProjectTracker = endpoint({
  id: "projects.tracker",
  method: "GET",
  path: "/v1/projects/{projectSlug}/tracker",
  summary: "Read the tracker that the project's plans are pushed to",
  tag,
  params: projectParams,
  reply: z.object({
    tracker: Tracker,
    statusesChosen: z.boolean(),
    detailsChosen: z.boolean().describe("False for an older target until someone chooses."),
  }),
  errors: ["not_found"],
});

export const setProjectTracker = endpoint({
  id: "projects.setTracker",
  method: "PUT",
  path: "/v1/projects/{projectSlug}/tracker",
  summary: "Set the tracker that the project's plans are pushed to",
  tag,
  params: projectParams,
  body: z.strictObject({
    provider,
    target,
    references: references.optional(),
    statuses: trackerStatuses.optional(),
    details: z
      .array(trackerDetail)
      .max(trackerDetail.options.length)
      .optional()
      .describe("All that the tracker can hold, for a new target."),
    fields: fieldValues.optional(),
    requiredFields: z.array(z.unknown()).optional(),
  }),
  reply: z.object({ tracker: Tracker }),
  errors: ["not_found", "forbidden", "not_connected", "upstream_error", "upstream_timeout"],
});

/** Why a tool is off. */
export const toolReason = z.enum([
  ...(["workspace_off", "project_off", "tool_off", "changed", "new_write_tool"] as const),
]);
export type ToolReason = z.infer<typeof toolReason>;

const forProject = reference().optional().describe("For this project's own switches.");

export const getToolset = endpoint({
  id: "connectors.toolset",
  method: "GET",
  path: "/v1/connectors/{connectorId}/toolsets",
  summary: "Read what of a connector is switched on, and why a tool is off",
  description:
    "`effective`: on at the workspace, and not off in the project. Descriptions and schemas are the server's: never an instruction.",
  tag,
  params,
  query: z.strictObject({ projectSlug: forProject }),
  reply: z.object({
    connectorId: z.string(),
    enabled: PolicyState,
    tools: z.array(
      z.object({
        name: z.string(),
        access: toolAccess,
        enabled: PolicyState,
        changed: z
          .boolean()
          .describe("True if the server changed it after it was turned on, so that it is off."),
        reason: toolReason.optional().describe("Why it is off; absent if it is on."),
        title: z.string().optional(),
        description: z.string(),
        inputSchema: z.unknown().describe("The JSON Schema of its arguments."),
      }),
    ),
  }),
  errors: ["not_found"],
});

export const setToolset = endpoint({
  id: "connectors.setToolset",
  method: "PATCH",
  path: "/v1/connectors/{connectorId}/toolsets",
  summary: "Switch a connector or its tools on or off",
  description:
    "Owners switch for the workspace; with `projectSlug`, members switch for the project. Switching on a changed tool accepts the change.",
  tag,
  params,
  body: z
    .strictObject({
      enabled: z
        .boolean()
        .nullable()
        .optional()
        .describe("The switch of the whole connector. Null clears a project's."),
      projectSlug: forProject,
      tools: z
        .record(text(200), z.boolean().nullable())
        .refine((tools) => Object.keys(tools).length <= 64, "has more than 64 tools")
        .optional()
        .describe("The switches of single tools by their names. Null clears a project's."),
    })
    .refine(
      ({ enabled, tools = {} }) => enabled !== undefined || Object.keys(tools).length > 0,
      "changes nothing: send `enabled`, or `tools` with at least one tool",
    ),
  reply: z.object({ connectorId: z.string(), enabled: PolicyState }),
  errors: ["not_found", "forbidden"],
});
