import { newId, now } from "../../src/ids.ts";
import type { ServerFacts } from "../../src/modules/connectors/grants/facts.ts";
import { sealTokens } from "../../src/modules/connectors/grants/grant-rows.ts";
import { withRows } from "../own-connection.ts";
import type { Person, World } from "../world.ts";

/** Creates a person's grant for a curated server without a revocation call; returns its identifiers. */
export async function aGrant(
  world: World,
  person: Person,
): Promise<{ connectorId: string; grantId: string }> {
  const workspaceId = (await person.get("/v1/me")).body.workspace.id as string;
  const key = { workspaceId, id: newId() };
  const connectorId = "notion";
  const server = { issuer: "https://1.1.1.1", authorization_endpoint: "", token_endpoint: "" };
  const facts: ServerFacts = {
    kind: "server",
    url: "https://1.1.1.1/mcp",
    resource: "https://1.1.1.1/mcp",
    server,
    clientId: "groundplan",
    clientAuth: "none",
  };
  const tokens = await sealTokens(world.context, key, {
    access: "access",
    refresh: null,
    clientSecret: null,
  });
  const row = {
    workspace_id: workspaceId,
    id: key.id,
    connector_id: connectorId,
    user_id: person.userId,
    account: null,
    facts: JSON.stringify(facts),
    tokens,
    expires_at: null,
    generation: 1,
    lease_owner: null,
    lease_until: null,
    ended_at: null,
    created_at: now(),
  };
  await withRows(world, (db) => db.insertInto("grants").values(row).execute());
  return { connectorId, grantId: key.id };
}
