import { getIndex, getOpenApi, openApiDocument, version } from "@groundplan/contract";
import { open, read } from "../../dispatch/handlers.ts";
import { findWorkspace } from "./store.ts";

const description =
  "Plan work before it is built: projects, plans, specs, and the push to the team's tracker.";

export const index = open(getIndex, async ({ db, publicUrl }, actor) => {
  const base = publicUrl();
  const common = {
    name: "Groundplan",
    version,
    description,
    links: {
      self: `${base}/v1`,
      openapi: `${base}/v1/openapi.json`,
      changelog: `${base}/v1/changelog`,
      me: `${base}/v1/me`,
      projects: `${base}/v1/projects`,
    },
  };
  if (actor) {
    const workspace = await findWorkspace(db, actor.workspaceId);
    return { ...common, workspace, scope: actor.scope, credential: actor.credentialKind };
  }
  return { ...common, authentication: authentication(base) };
});

/** How to obtain a credential (decisions section 3). */
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
        howTo: "OAuth is planned; the metadata address will say how.",
      },
    ],
    console: base,
    oauth: {
      authorizationServerMetadata: `${base}/.well-known/oauth-authorization-server`,
      protectedResourceMetadata: `${base}/.well-known/oauth-protected-resource`,
    },
  };
}

let printed: ReturnType<typeof openApiDocument> | undefined;

export const openApi = read(getOpenApi, async () => {
  printed ??= openApiDocument({ version });
  return printed;
});
