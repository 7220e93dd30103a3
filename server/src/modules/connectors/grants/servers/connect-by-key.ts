import type { Actor } from "../../../../actor.ts";
import { invalid, upstreamFailed } from "../../../../errors.ts";
import { hintOf } from "../../../../secrets/key-hint.ts";
import type { Context } from "../../../context.ts";
import { probeServer } from "../../../mcp-servers/probe.ts";
import type { McpEntry } from "../../catalog.ts";
import type { ServerFacts } from "../facts.ts";
import { keepPersonal } from "./save-personal.ts";

/** Stores a user's API key once the server has accepted it. Unlike tokens, it is never refreshed or revoked. */
export async function connectByKey(
  context: Context,
  actor: Actor,
  { id, label, url }: McpEntry,
  key: string,
): Promise<void> {
  const probe = await probeServer(context, { workspaceId: actor.workspaceId, url, token: key });
  if (probe.status === "auth_required")
    throw invalid("/apiKey", `was rejected by ${label}; create a new key there`);
  if (probe.error !== null)
    throw upstreamFailed(id, probe.reason ?? "status", `${label} could not be used. ${probe.error}`);
  const granted = { tokens: { access: key, refresh: null, clientSecret: null }, expiresAt: null };
  const facts = factsOfKey(url);
  await keepPersonal(context, actor, { connectorId: id, tokens: granted, facts, account: hintOf(key) });
}

/** Returns facts without an authorization server: the key was made on the vendor's site. */
const factsOfKey = (url: string): ServerFacts => ({
  kind: "server",
  url,
  resource: url,
  clientId: "",
  clientAuth: "none",
  server: { issuer: "", authorization_endpoint: "", token_endpoint: "" },
});
