import { type Kysely, sql } from "kysely";

/**
 * Reserves slugs of deleted projects. Earlier versions freed them, so all but the newest duplicate get the
 * end of their id appended.
 */
export async function deletedSlugs<T>(db: Kysely<T>): Promise<void> {
  await sql`
    update projects set slug = substr(slug, 1, 47) || '-' || substr(id, 25)
    where archived_at is not null and exists (
      select 1 from projects as other
      where other.workspace_id = projects.workspace_id and other.slug = projects.slug and other.id <> projects.id
        and (other.archived_at is null or other.archived_at > projects.archived_at
          or (other.archived_at = projects.archived_at and other.id > projects.id)))`.execute(db);
  await sql`drop index projects_slug`.execute(db);
  await sql`create unique index projects_slug on projects (workspace_id, slug)`.execute(db);
}
