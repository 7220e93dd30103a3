import { expect, test } from "vitest";
import { type Endpoint, endpoints, errors } from "./index.ts";
import { tags } from "./openapi/tags.ts";

const shapeOf = (schema: unknown) => (schema as { shape?: Record<string, unknown> }).shape ?? {};
const name = ({ method, path }: Endpoint) => `${method} ${path}`;

const required = [
  "GET /v1",
  "GET /v1/openapi.json",
  "GET /v1/me",
  "GET /v1/api-keys",
  "POST /v1/api-keys",
  "DELETE /v1/api-keys/{keyId}",
  "GET /v1/oauth-connections",
  "GET /v1/connectors",
  "POST /v1/connectors/{connectorId}/connect",
  "PATCH /v1/connectors/{connectorId}/toolsets",
  "GET /v1/mcp-servers/{slug}",
  "PATCH /v1/mcp-servers/{slug}",
  "GET /v1/projects",
  "POST /v1/projects/{projectSlug}/plans",
  "GET /v1/projects/{projectSlug}/plans/{planShortId}/context",
  "GET /v1/projects/{projectSlug}/plans/{planShortId}/context/{sourceId}",
  "GET /v1/projects/{projectSlug}/context/{sourceId}",
  "GET /v1/context",
  "POST /v1/projects/{projectSlug}/plans/{planShortId}/push",
  "GET /v1/projects/{projectSlug}/plans/{planShortId}/prototype/shares",
  "GET /v1/projects/{projectSlug}/instructions/versions",
  "PUT /v1/projects/{projectSlug}/instructions",
  "GET /v1/projects/{projectSlug}/skills",
  "GET /v1/notifications",
  "GET /v1/documents",
];

test("every endpoint that the contract names is declared", () => {
  expect(endpoints.map(name)).toEqual(expect.arrayContaining(required));
});

test("an id names one endpoint, and so does a path with its method", () => {
  expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
  expect(new Set(endpoints.map(name)).size).toBe(endpoints.length);
});

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s declares what its path and method need",
  (_id, endpoint) => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(endpoint.params.shape)).toEqual(inPath);
    expect(Object.keys(tags)).toContain(endpoint.tag);
    expect(new Set(endpoint.errors).size).toBe(endpoint.errors.length);
    for (const code of endpoint.errors) expect(errors).toHaveProperty(code);
    if (inPath.length > 0) expect(endpoint.errors).toContain("not_found");
    if (endpoint.method === "GET") expect(endpoint.body).toBeNull();
    if (endpoint.scope === "read" && endpoint.method !== "GET")
      expect(endpoint.errors).toContain("insufficient_scope");
  },
);

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s refuses query parameters and body fields that it does not know",
  (_id, endpoint) => {
    const unknown = { "not-a-field": "1" };
    expect(endpoint.query.safeParse(unknown).error?.issues).toContainEqual(
      expect.objectContaining({ code: "unrecognized_keys", keys: ["not-a-field"] }),
    );
    if (endpoint.body)
      expect(JSON.stringify(endpoint.body.safeParse(unknown).error?.issues)).toContain("unrecognized_keys");
  },
);

test("every list takes `limit` and `cursor` and answers `nextCursor`, except the one that pages by `before`", () => {
  for (const endpoint of endpoints) {
    const [query, reply] = [shapeOf(endpoint.query), shapeOf(endpoint.reply)];
    expect("nextCursor" in reply, endpoint.id).toBe("cursor" in query);
    if ("cursor" in query || "before" in query) expect(query, endpoint.id).toHaveProperty("limit");
    expect("nextBefore" in reply, endpoint.id).toBe("before" in query);
  }
});

/** These change the instructions, and answer the accepted proposal. */
const acceptances = ["instructions.accept", "projectInstructions.accept"];

test("a resource with an `ETag` shows its revision, and its writes can answer 412", () => {
  for (const { id, method, versioned, reply, errors: codes } of endpoints) {
    if (versioned === null) continue;
    const isShown = method !== "DELETE" && !acceptances.includes(id);
    if (isShown) expect(shapeOf(shapeOf(reply)[versioned]), id).toHaveProperty("revision");
    expect(codes.includes("precondition_failed"), id).toBe(method !== "GET");
  }
});

test("a write needs the `write` scope, except that a credential may revoke itself", () => {
  const others = endpoints
    .filter(({ method, scope }) => method !== "GET" && scope !== "write")
    .map(({ id }) => id);
  expect(others.toSorted()).toEqual(["apiKeys.revoke", "oauthConnections.remove"]);
  expect(endpoints.filter(({ scope }) => scope === "none").map(({ id }) => id)).toEqual(["index.get"]);
});
