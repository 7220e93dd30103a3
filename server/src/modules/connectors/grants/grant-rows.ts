import type { Selectable } from "kysely";
import type { Actor } from "../../../actor.ts";
import { ApiError } from "../../../errors.ts";
import { open, type SecretCell, seal } from "../../../secrets/seal.ts";
import { workspaceKey } from "../../../secrets/workspace-key.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import type { Context } from "../../context.ts";
import type { McpEntry } from "../catalog.ts";
import type { GrantFacts, Tokens } from "./facts.ts";

export type GrantRow = Selectable<Tables["grants"]>;

export interface GrantKey {
  workspaceId: string;
  id: string;
}

export function findGrant(db: Db, { workspaceId, id }: GrantKey): Promise<GrantRow | undefined> {
  return db
    .selectFrom("grants")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the newest first. */
export function grantsOf(
  db: Db,
  { workspaceId, userId, connectorId }: { workspaceId: string; userId: string; connectorId: string },
): Promise<GrantRow[]> {
  return db
    .selectFrom("grants")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .where("connector_id", "=", connectorId)
    .where("ended_at", "is", null)
    .orderBy("id", "desc")
    .execute();
}

export const factsOf = ({ facts }: Pick<GrantRow, "facts">): GrantFacts => JSON.parse(facts) as GrantFacts;

/** Keeps old tokens from a server that moved. */
export function isFor(grant: Pick<GrantRow, "facts">, url: string): boolean {
  const facts = factsOf(grant);
  return facts.kind === "server" && facts.url === url;
}

export const hasGrant = async (
  db: Db,
  { workspaceId, userId }: Pick<Actor, "workspaceId" | "userId">,
  { id, url }: Pick<McpEntry, "id" | "url">,
): Promise<boolean> =>
  (await grantsOf(db, { workspaceId, userId, connectorId: id })).some((grant) => isFor(grant, url));

export const noGrant = ({ label }: Pick<McpEntry, "label">): ApiError =>
  new ApiError("not_connected", `Connect ${label} first: it is used with an account of yours.`);

const cellOf = ({ workspaceId, id }: GrantKey): SecretCell => ({
  workspaceId,
  table: "grants",
  column: "tokens",
  rowId: id,
});

/** Returns a sealing function that needs no further database access. */
export async function sealerOf(context: Context, key: GrantKey): Promise<(tokens: Tokens) => string> {
  const dataKey = await workspaceKey(context, key.workspaceId);
  return (tokens) => seal(dataKey, cellOf(key), JSON.stringify(tokens));
}

export async function sealTokens(context: Context, key: GrantKey, tokens: Tokens): Promise<string> {
  return (await sealerOf(context, key))(tokens);
}

export async function tokensOf(context: Context, row: GrantRow): Promise<Tokens> {
  const key = { workspaceId: row.workspace_id, id: row.id };
  const dataKey = await workspaceKey(context, key.workspaceId);
  return JSON.parse(open(dataKey, cellOf(key), row.tokens)) as Tokens;
}
