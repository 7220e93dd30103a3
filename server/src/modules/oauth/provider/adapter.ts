import { type Adapter, type AdapterPayload, errors, Provider } from "oidc-provider";
import type { ArtifactModel } from "../../../storage/tables/oauth.ts";
import type { Context } from "../../context.ts";
import { hashSecret } from "../../identity/key-format.ts";
import { dropArtifact, recordPoll, saveArtifact } from "../artifact-commands.ts";
import { idHash, packed, unpacked, userCodeHash } from "../artifacts.ts";
import { addClient, nameOf } from "../clients/clients.ts";
import { withoutBadRedirects } from "../clients/registration.ts";
import { endConnection } from "../connections.ts";
import { scopeOf, scopesOf } from "../scope.ts";
import { type ConnectionRow, findArtifact, findClient, findLiveConnection } from "../store.ts";
import { exchangeUnderWay } from "./exchange.ts";

type Parts = Pick<Context, "db" | "writer" | "publicUrl">;

/** Returns the library's storage for a model. Unexpected operations throw. */
export function adapterOf(context: Parts, model: string): Adapter {
  if (model === "Client") return { ...unused(model), ...clients(context) };
  if (model === "Grant") return { ...unused(model), ...grants(context) };
  if (model === "AccessToken") return { ...unused(model), ...accessTokens(context) };
  if (model === "Session") return { ...unused(model), ...noSessions };
  if (isArtifact(model)) return { ...unused(model), ...artifacts(context, model) };
  return unused(model);
}

const isArtifact = (model: string): model is ArtifactModel =>
  ["AuthorizationCode", "RefreshToken", "DeviceCode", "Interaction"].includes(model);

function unused(model: string): Adapter {
  const refuse = async () => {
    throw new Error(`nothing is kept for the library's ${model}`);
  };
  return {
    upsert: refuse,
    find: refuse,
    findByUserCode: refuse,
    findByUid: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  };
}

/** The library has no sessions: the console's decides every authorization. */
const noSessions: Partial<Adapter> = {
  upsert: async () => {},
  find: async () => undefined,
  destroy: async () => {},
};

/** Only the hash of a registered app's secret is stored; `provider.ts` compares hashes. */
const clients = ({ db, writer }: Parts): Partial<Adapter> => ({
  async find(id) {
    const stored = await findClient(db, id);
    return stored && withoutBadRedirects(stored);
  },
  async upsert(id, { client_secret: secret, ...metadata }) {
    const kept = { ...metadata, ...(secret ? { client_secret: hashSecret(secret) } : {}) };
    await writer.run(addClient, { id, metadata: JSON.stringify(kept) });
  },
});

/** The library's grants are our connections, created by `consent.ts` and `device.ts`. */
const grants = ({ db, writer, publicUrl }: Parts): Partial<Adapter> => ({
  async find(id) {
    const connection = await findLiveConnection(db, id);
    return connection && grantOf(connection, publicUrl());
  },
  async destroy(id) {
    const connection = await findLiveConnection(db, id);
    if (!connection) return;
    const { workspace_id: workspaceId, user_id: userId } = connection;
    await writer.run(endConnection, { workspaceId, id, userId });
  },
});

const grantOf = (connection: ConnectionRow, base: string): AdapterPayload => ({
  kind: "Grant",
  jti: connection.id,
  iat: seconds(connection.created_at),
  accountId: connection.user_id,
  clientId: connection.client_id,
  resources: { [base]: scopesOf(connection.scope) },
});

/** Stored where `/v1` looks up credentials. */
const accessTokens = ({ db, publicUrl }: Parts): Partial<Adapter> => ({
  async upsert(token, { grantId = "", scope, exp }) {
    const connection = await liveConnection(db, grantId);
    exchangeOf(connection).accessTokens.push({
      secretHash: hashSecret(token),
      scope: scopeOf(scope),
      expiresAt: iso(exp),
    });
  },
  async find(token) {
    const row = await db
      .selectFrom("access_tokens")
      .innerJoin("oauth_connections", "oauth_connections.id", "access_tokens.connection_id")
      .select(["client_id", "access_tokens.user_id", "connection_id", "access_tokens.scope"])
      .select(["access_tokens.expires_at", "access_tokens.created_at"])
      .where("secret_hash", "=", hashSecret(token))
      .executeTakeFirst();
    if (!row?.connection_id) return undefined;
    return {
      kind: "AccessToken",
      jti: token,
      accountId: row.user_id,
      clientId: row.client_id,
      grantId: row.connection_id,
      aud: publicUrl(),
      scope: scopesOf(row.scope),
      iat: seconds(row.created_at),
      exp: seconds(row.expires_at),
    };
  },
  destroy: endedWithGrant,
  revokeByGrantId: endedWithGrant,
});

/** No-op: the library ends a grant's parts one by one; ending the grant itself ends everything. */
async function endedWithGrant(): Promise<void> {}

const artifacts = ({ db, writer, publicUrl }: Parts, model: ArtifactModel): Partial<Adapter> => ({
  async upsert(id, payload, expiresIn = 0) {
    const connection = payload.grantId ? await liveConnection(db, payload.grantId) : null;
    const row = {
      id_hash: idHash(model, id),
      model,
      connection_id: payload.grantId ?? null,
      user_code_hash: payload.userCode === undefined ? null : userCodeHash(payload.userCode),
      payload: packed(payload, asks(model) ? askingClient() : undefined),
      expires_at: new Date(Date.now() + expiresIn * 1000).toISOString(),
    };
    if (model === "RefreshToken" && connection) exchangeOf(connection).artifacts.push(row);
    else if (!(await writer.run(saveArtifact, { connection: connection && refTo(connection), row })))
      throw over();
  },
  async find(id) {
    const row = await findArtifact(db, idHash(model, id));
    if (!row) return undefined;
    const isPoll = model === "DeviceCode" && Provider.ctx?.oidc.route === "token";
    if (isPoll && !(await writer.run(recordPoll, { idHash: row.id_hash }))) throw new errors.SlowDown();
    return unpacked(row, id, publicUrl());
  },
  async consume(id) {
    const row = await findArtifact(db, idHash(model, id));
    const connection = row?.connection_id ? await findLiveConnection(db, row.connection_id) : undefined;
    // A refused request has no connection, which is reported once or twice.
    if (row && row.connection_id === null) return;
    if (!row || !connection) throw over();
    exchangeOf(connection).used = row.id_hash;
  },
  async destroy(id) {
    await writer.run(dropArtifact, { idHash: idHash(model, id) });
  },
  revokeByGrantId: endedWithGrant,
});

/** Tests for models that await a user's decision. */
const asks = (model: ArtifactModel) => model === "Interaction" || model === "DeviceCode";

function askingClient(): string {
  const client = Provider.ctx?.oidc.client;
  if (!client) throw new Error("a question without its app");
  return nameOf(client);
}

async function liveConnection(db: Parts["db"], id: string): Promise<ConnectionRow> {
  const connection = await findLiveConnection(db, id);
  if (!connection) throw over();
  return connection;
}

const over = () => new errors.InvalidGrant("the connection is over, or this was used before");

/** Tokens are created, and codes spent, by token requests only. */
function exchangeOf(connection: ConnectionRow) {
  const exchange = exchangeUnderWay(refTo(connection));
  if (!exchange) throw new Error("a token was made outside of a request for tokens");
  return exchange;
}

const refTo = (connection: ConnectionRow) => ({
  workspaceId: connection.workspace_id,
  id: connection.id,
  userId: connection.user_id,
});

const iso = (exp = 0) => new Date(exp * 1000).toISOString();
const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);
