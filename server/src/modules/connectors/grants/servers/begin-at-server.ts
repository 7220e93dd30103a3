import type { Actor } from "../../../../actor.ts";
import type { Context } from "../../../context.ts";
import { inFreeSlot } from "../../../mcp-servers/client/slots.ts";
import type { McpEntry } from "../../catalog.ts";
import { beginAuthorization } from "../begin-authorization.ts";
import type { KnownServer, ServerFacts } from "../facts.ts";
import { clientFor } from "./client-for.ts";
import { discover } from "./discover.ts";

/**
 * Begins an attempt at an MCP server's authorization server and returns its consent URL. All its calls share
 * one time limit and one concurrency slot.
 */
export async function beginAtServer(
  context: Context,
  actor: Actor,
  entry: McpEntry,
  returnTo: string,
): Promise<string> {
  const { id: connectorId, label, url } = entry;
  const { workspaceId } = actor;
  const { found, known } = await inFreeSlot(context.outbound, workspaceId, async () => {
    const signal = AbortSignal.timeout(context.config.mcpProbeMs);
    const discovered = await discover(context, entry, signal);
    const asked = { workspaceId, connectorId, label };
    return { found: discovered, known: await clientFor(context, asked, discovered.server, signal) };
  });
  const { resource, server, scope } = found;
  const { clientSecret, ...client } = known;
  const facts: ServerFacts = { kind: "server", url, resource, server: knownOf(server), ...client };
  const keepsAlive = server.scopes_supported?.includes("offline_access") && scope !== "";
  const scopes = new Set([...scope.split(" "), ...(keepsAlive ? ["offline_access"] : [])]);
  return beginAuthorization(
    ...([context, actor, { connectorId, site: null, returnTo }] as const),
    {
      endpoint: facts.server.authorization_endpoint,
      clientId: client.clientId,
      facts,
      more: { scope: [...scopes].join(" ").trim(), resource },
    },
    { clientSecret },
  );
}

function knownOf(server: Awaited<ReturnType<typeof discover>>["server"]): KnownServer {
  const { issuer, authorization_endpoint = "", token_endpoint = "", revocation_endpoint } = server;
  const { authorization_response_iss_parameter_supported: saysIssuer = false } = server;
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    ...(revocation_endpoint === undefined ? {} : { revocation_endpoint }),
    authorization_response_iss_parameter_supported: saysIssuer,
  };
}
