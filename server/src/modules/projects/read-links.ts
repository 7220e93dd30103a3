import type { Db } from "../../storage/dialect.ts";

/** Tests whether a workspace lets its read links work. */
export async function hasReadLinks(db: Db, workspaceId: string): Promise<boolean> {
  const { read_links } = await db
    .selectFrom("workspaces")
    .select("read_links")
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return read_links === 1;
}
