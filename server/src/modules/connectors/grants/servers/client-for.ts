import type { AuthorizationServer } from "oauth4webapi";
import { command } from "../../../../dispatch/commands.ts";
import { ApiError, upstreamFailed } from "../../../../errors.ts";
import { now } from "../../../../ids.ts";
import { failureReasonOf } from "../../../../outbound/errors.ts";
import { open, type SecretCell, seal } from "../../../../secrets/seal.ts";
import { workspaceKey } from "../../../../secrets/workspace-key.ts";
import type { Tx } from "../../../../storage/dialect.ts";
import type { Tables } from "../../../../storage/tables.ts";
import type { Context } from "../../../context.ts";
import { oauth } from "../authority.ts";
import { callbackOf } from "../callback-address.ts";
import type { ServerFacts } from "../facts.ts";
import { clientDocument, documentOf } from "./client-document.ts";
import { guarded } from "./discover.ts";

export interface KnownClient {
  clientId: string;
  clientSecret: string | null;
  clientAuth: ServerFacts["clientAuth"];
}

interface Asked {
  workspaceId: string;
  connectorId: string;
  label: string;
}

/**
 * Returns our client at a server: by metadata document if the server supports it and we are reachable by TLS,
 * else by a registration, made once per workspace, connector and issuer.
 */
export async function clientFor(
  context: Context,
  asked: Asked,
  server: AuthorizationServer,
  signal: AbortSignal,
): Promise<KnownClient> {
  const { client_id_metadata_document_supported: readsDocuments } = server as { [name: string]: unknown };
  if (readsDocuments === true && context.publicUrl().startsWith("https:"))
    return { clientId: documentOf(context, asked.connectorId), clientSecret: null, clientAuth: "none" };
  const known = await findRegistered(context, asked, server.issuer);
  if (known) return known;
  if (server.registration_endpoint === undefined)
    throw new ApiError(
      "not_configured",
      `${asked.label} lets in only apps that were registered there by hand, which is not possible here.`,
    );
  const registered = await register(context, asked, server, signal);
  await keepRegistered(context, asked, server.issuer, registered);
  return registered;
}

async function register(
  context: Context,
  asked: Asked,
  server: AuthorizationServer,
  signal: AbortSignal,
): Promise<KnownClient> {
  const library = await oauth();
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const wanted = (["none", "client_secret_post", "client_secret_basic"] as const).find((one) =>
    methods.includes(one),
  );
  const { client_id: _, ...about } = clientDocument(context, asked.connectorId);
  try {
    const answer = await library.dynamicClientRegistrationRequest(
      server,
      { ...about, token_endpoint_auth_method: wanted ?? "client_secret_basic" },
      {
        [library.customFetch]: guarded(context),
        [library.allowInsecureRequests]: server.registration_endpoint?.startsWith("http:") ?? false,
        signal,
      },
    );
    const client = await library.processDynamicClientRegistrationResponse(answer);
    const clientSecret = typeof client.client_secret === "string" ? client.client_secret : null;
    const clientAuth = clientSecret === null ? "none" : authIn(client.token_endpoint_auth_method ?? wanted);
    if (!/^[\x20-\x7e]{1,2000}$/.test(client.client_id)) throw new Error("the client's id is unusable");
    return { clientId: client.client_id, clientSecret, clientAuth };
  } catch (error) {
    const { name, message } = error as Error;
    context.log.warn({ name, reason: message }, "a registration with an authorization server failed");
    const reason = failureReasonOf(error) ?? "status";
    const sentence = `${asked.label} did not register this service. Try again later.`;
    throw upstreamFailed(asked.connectorId, reason, sentence);
  }
}

const authIn = (method: unknown): KnownClient["clientAuth"] =>
  method === "none" || method === "client_secret_post" ? method : "client_secret_basic";

type Row = Tables["registered_clients"];

const cellOf = ({ workspaceId, connectorId }: Asked, issuer: string): SecretCell => ({
  workspaceId,
  table: "registered_clients",
  column: "sealed",
  rowId: `${connectorId} ${issuer}`,
});

/** A registration is bound to one redirect URI; if that changes, we register again. */
interface Sealed extends KnownClient {
  redirectUri: string;
}

async function findRegistered(context: Context, asked: Asked, issuer: string): Promise<KnownClient | null> {
  const row = await context.db
    .selectFrom("registered_clients")
    .select("sealed")
    .where("workspace_id", "=", asked.workspaceId)
    .where("connector_id", "=", asked.connectorId)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  if (!row) return null;
  const key = await workspaceKey(context, asked.workspaceId);
  const { redirectUri, ...client } = JSON.parse(open(key, cellOf(asked, issuer), row.sealed)) as Sealed;
  return redirectUri === callbackOf(context, asked.connectorId) ? client : null;
}

async function keepRegistered(context: Context, asked: Asked, issuer: string, client: KnownClient) {
  const key = await workspaceKey(context, asked.workspaceId);
  const sealed: Sealed = { ...client, redirectUri: callbackOf(context, asked.connectorId) };
  await context.writer.run(saveClient, {
    workspace_id: asked.workspaceId,
    connector_id: asked.connectorId,
    issuer,
    sealed: seal(key, cellOf(asked, issuer), JSON.stringify(sealed)),
    created_at: now(),
  });
}

export const saveClient = command(
  "grants.saveClient",
  ({ workspace_id }: Row) => workspace_id,
  async (tx: Tx, row: Row): Promise<void> => {
    const { sealed, created_at } = row;
    await tx
      .insertInto("registered_clients")
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(["workspace_id", "connector_id", "issuer"]).doUpdateSet({ sealed, created_at }),
      )
      .execute();
  },
);

/** Deletes a registration unknown to its server; the next attempt registers again. */
export const forgetClient = command(
  "grants.forgetClient",
  ({ workspaceId }: { workspaceId: string; connectorId: string; issuer: string }) => workspaceId,
  async (tx: Tx, { workspaceId, connectorId, issuer }): Promise<void> => {
    await tx
      .deleteFrom("registered_clients")
      .where("workspace_id", "=", workspaceId)
      .where("connector_id", "=", connectorId)
      .where("issuer", "=", issuer)
      .execute();
  },
);
