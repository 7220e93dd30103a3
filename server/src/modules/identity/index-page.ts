import { endpoints, getIndex, getOpenApi, openApiDocument, version } from "@groundplan/contract";
import type { z } from "zod";
import { open, read } from "../../dispatch/handlers.ts";
import type { Context } from "../context.ts";
import { findWorkspace } from "./store.ts";

const description =
  "Plan work before it is built: projects, plans, specs, and the push to the team's tracker.";

export const index = open(getIndex, async ({ db, publicUrl }: Context, actor) => {
  const base = publicUrl();
  const common = {
    name: "Groundplan",
    version,
    description,
    links: links(base),
  };
  if (actor) {
    const workspace = await findWorkspace(db, actor.workspaceId);
    return { ...common, workspace, scope: actor.scope, credential: actor.credentialKind };
  }
  return { ...common, authentication: authentication(base) };
});

/**
 * Returns unparameterized addresses by resource, the shortest each; required query parameters make a URI
 * template (RFC 6570).
 */
function links(base: string): Record<string, string> {
  const entries = endpoints
    .filter(({ method, path }) => method === "GET" && !path.includes("{"))
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ id, path, query }) => [
      id === getIndex.id ? "self" : id.split(".", 1)[0],
      base + path + queryTemplate(query.shape),
    ]);
  return Object.fromEntries(entries);
}

function queryTemplate(fields: Record<string, z.ZodType>): string {
  const required = Object.keys(fields).filter((name) => !fields[name]?.safeParse(undefined).success);
  return required.length > 0 ? `{?${required.join(",")}}` : "";
}

/** Returns the ways to obtain a credential (decisions section 3). */
function authentication(base: string) {
  return {
    type: "bearer" as const,
    header: "Authorization: Bearer <credential>",
    kinds: [
      {
        kind: "api_key" as const,
        prefix: "psk_",
        howTo:
          "POST /v1/api-keys with a credential you have, or ask the operator: groundplan admin key create.",
      },
      {
        kind: "oauth" as const,
        prefix: "plan_at_",
        howTo:
          "Connect an app by OAuth 2.1: the metadata address names the endpoints, dynamic registration included; `groundplan login` does it for the command line.",
      },
    ],
    console: base,
    oauth: {
      authorizationServerMetadata: `${base}/.well-known/oauth-authorization-server`,
      protectedResourceMetadata: `${base}/.well-known/oauth-protected-resource`,
    },
  };
}

export const openApi = read(
  getOpenApi,
  async (_db, _actor, { query: { tag } }) => openApiDocument({ version, tag }),
  { constant: true },
);
