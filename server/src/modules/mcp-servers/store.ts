import type { Selectable } from "kysely";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

export type ServerRow = Selectable<Tables["mcp_servers"]>;

const serversOf = (db: Db, workspaceId: string) =>
  db.selectFrom("mcp_servers").selectAll().where("workspace_id", "=", workspaceId);

export const listServerRows = (
  db: Db,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<ServerRow[]> =>
  serversOf(db, workspaceId).where("id", ">", after).orderBy("id").limit(limit).execute();

export const findServer = (db: Db, workspaceId: string, slug: string): Promise<ServerRow | undefined> =>
  serversOf(db, workspaceId).where("slug", "=", slug).executeTakeFirst();

export async function slugsOf(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("mcp_servers")
    .select("slug")
    .where("workspace_id", "=", workspaceId)
    .execute();
  return rows.map(({ slug }) => slug);
}
