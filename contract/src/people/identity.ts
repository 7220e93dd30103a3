import { z } from "zod";
import { nextCursor, page, role, scope } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { tagName } from "../openapi/tags.ts";
import { dateTime, moment, name } from "../text.ts";

const tag = "Identity";

export const Workspace = z
  .object({ id: z.string(), slug: z.string().nullable(), name: z.string().nullable() })
  .meta({ id: "Workspace" });

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe("The visible leading part of the key."),
    scope,
    lastUsedAt: dateTime().nullable(),
    lastMcpUseAt: dateTime().nullable().describe("The last use at the MCP endpoint, to the minute."),
    revokedAt: dateTime().nullable(),
    expiresAt: dateTime().nullable(),
    createdAt: dateTime(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof ApiKey>;

const Authentication = z
  .object({
    type: z.literal("bearer"),
    header: z.string(),
    kinds: z.array(z.object({ kind: z.enum(["api_key", "oauth"]), prefix: z.string(), howTo: z.string() })),
    console: z.string(),
    oauth: z.object({ authorizationServerMetadata: z.string(), protectedResourceMetadata: z.string() }),
  })
  .meta({ id: "Authentication" });

export const getIndex = endpoint({
  id: "index.get",
  method: "GET",
  path: "/v1",
  summary: "Describe the service and the caller",
  tag,
  scope: "none",
  reply: z.object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    workspace: Workspace.optional(),
    scope: scope.optional(),
    credential: z.enum(["api_key", "oauth"]).optional(),
    authentication: Authentication.optional().describe(
      "The ways to obtain a credential; present only when the request has none.",
    ),
    links: z.record(z.string(), z.string()),
  }),
});

export const getOpenApi = endpoint({
  id: "openapi.get",
  method: "GET",
  path: "/v1/openapi.json",
  summary: "Read the OpenAPI document of this API, or the part of one tag",
  tag,
  query: z.strictObject({ tag: tagName.optional() }),
  reply: z.looseObject({ openapi: z.string() }),
});

export const getChangelog = endpoint({
  id: "changelog.get",
  method: "GET",
  path: "/v1/changelog",
  summary: "List the releases, newest first",
  tag,
  reply: z.object({
    changelog: z.array(
      z.object({
        version: z.string(),
        date: z.string(),
        changes: z.array(z.string()),
        operations: z.array(z.string()).describe("The ids of the operations that the release added."),
      }),
    ),
  }),
});

export const getMe = endpoint({
  id: "me.get",
  method: "GET",
  path: "/v1/me",
  summary: "Read the person behind the credential",
  tag,
  reply: z.object({
    user: z.object({ id: z.string(), email: z.string() }),
    workspace: Workspace,
    role,
    scope,
    credential: z.object({ kind: z.enum(["api_key", "oauth"]), id: z.string() }),
  }),
});

export const listApiKeys = endpoint({
  id: "apiKeys.list",
  method: "GET",
  path: "/v1/api-keys",
  summary: "List the caller's keys in this workspace",
  tag,
  query: z.strictObject(page),
  whole: true,
  reply: z.object({ keys: z.array(ApiKey), nextCursor }),
});

const keyParams = z.strictObject({ keyId: z.string().describe("The key's id.") });

export const getApiKey = endpoint({
  id: "apiKeys.get",
  method: "GET",
  path: "/v1/api-keys/{keyId}",
  summary: "Read one of the caller's keys",
  tag,
  params: keyParams,
  reply: z.object({ key: ApiKey }),
  errors: ["not_found"],
});

export const updateApiKey = endpoint({
  id: "apiKeys.update",
  method: "PATCH",
  path: "/v1/api-keys/{keyId}",
  summary: "Rename a key",
  tag,
  params: keyParams,
  body: z.strictObject({ name: name(80) }),
  reply: z.object({ key: ApiKey }),
  errors: ["not_found"],
});

export const createApiKey = endpoint({
  id: "apiKeys.create",
  method: "POST",
  path: "/v1/api-keys",
  summary: "Create a key",
  description:
    "The secret is in this answer and never again. A key can't create a key of a wider scope than its own.",
  tag,
  body: z.strictObject({
    name: name(80),
    scope: scope.default("read"),
    expiresAt: moment().nullable().optional().describe("The time at which the key stops working."),
  }),
  reply: z.object({ key: ApiKey, secret: z.string(), message: z.string().optional() }),
  status: 201,
  errors: ["forbidden", "recent_sign_in_required"],
});

export const revokeApiKey = endpoint({
  id: "apiKeys.revoke",
  method: "DELETE",
  path: "/v1/api-keys/{keyId}",
  summary: "Revoke a key",
  description: "A credential may revoke itself, even a `read` one; revoking another key requires `write`.",
  tag,
  scope: "read",
  params: keyParams,
  reply: z.object({ key: ApiKey }),
  errors: ["not_found", "insufficient_scope"],
});
