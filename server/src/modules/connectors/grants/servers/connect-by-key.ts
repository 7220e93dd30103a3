import type { Actor } from "../../../../actor.ts";
import { invalid, upstreamFailed } from "../../../../errors.ts";
import { hintOf } from "../../../../secrets/key-hint.ts";
import type { Context } from "../../../context.ts";
import { probeServer } from "../../../mcp-servers/probe.ts";
import type { McpEntry } from "../../catalog.ts";
import type { ServerFacts } from "../facts.ts";
import { keepPersonal } from "./save-personal.ts";

/** Stores a user's key instead of tokens, neither refreshed nor revoked, after the server has accepted it. */
export async function connectByKey(
  context: Context,
  actor: Actor,
  { id, label, url }: McpEntry,
  key: string,
): Promise<void> {
  const probe = await probeServer(context, { workspaceId: actor.workspaceId, url, token: key });
  if (probe.status === "auth_required")
    throw invalid("/apiKey", `was refused by ${label}; make a new one there`);
  if (probe.error !== null)
    throw upstreamFailed(id, probe.reason ?? "status", `${label} could not be used. ${probe.error}`);
  const granted = { tokens: { access: key, refresh: null, clientSecret: null }, expiresAt: null };
  const facts = factsOfKey(url);
  await keepPersonal(context, actor, { connectorId: id, tokens: granted, facts, account: hintOf(key) });
}

/** Returns no authorization server, as the key comes from the vendor's pages. */
const factsOfKey = (url: string): ServerFacts => ({
  kind: "server",
  url,
  resource: url,
  clientId: "",
  clientAuth: "none",
  server: { issuer: "", authorization_endpoint: "", token_endpoint: "" },
});
