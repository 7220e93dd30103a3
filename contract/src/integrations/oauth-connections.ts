import { z } from "zod";
import { nextCursor, page, Removed, scope } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime } from "../text.ts";

const tag = "Identity";

export const OAuthConnection = z
  .object({
    id: z.string(),
    clientId: z.string(),
    clientName: z.string(),
    scope,
    createdAt: dateTime(),
    lastUsedAt: dateTime().nullable(),
    lastMcpUseAt: dateTime().nullable().describe("The last use at the MCP endpoint, to the minute."),
  })
  .meta({ id: "OAuthConnection" });

export const listOAuthConnections = endpoint({
  id: "oauthConnections.list",
  method: "GET",
  path: "/v1/oauth-connections",
  summary: "List the apps that act for the caller",
  tag,
  query: z.strictObject(page),
  whole: true,
  reply: z.object({ connections: z.array(OAuthConnection), nextCursor }),
});

const params = z.strictObject({ connectionId: z.string().describe("The connection's id.") });

export const getOAuthConnection = endpoint({
  id: "oauthConnections.get",
  method: "GET",
  path: "/v1/oauth-connections/{connectionId}",
  summary: "Read one of the caller's connected apps",
  tag,
  params: params,
  reply: z.object({ connection: OAuthConnection }),
  errors: ["not_found"],
});

export const removeOAuthConnection = endpoint({
  id: "oauthConnections.remove",
  method: "DELETE",
  path: "/v1/oauth-connections/{connectionId}",
  summary: "End an app's connection",
  description:
    "Its tokens stop working at once. A connection may end itself with `read`; others need `write`.",
  tag,
  scope: "read",
  params,
  reply: Removed,
  errors: ["not_found", "insufficient_scope"],
});
