import type { Selectable } from "kysely";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import type { Tier } from "../projects/tier.ts";

export type SkillRow = Selectable<Tables["skills"]>;
/** A skill without its text, as lists read it. */
export type ListedRow = Omit<SkillRow, "markdown" | "deleted_at">;

/** Finds the row of a slug in a tier, also of a skill that was deleted. */
export function findRow(db: Db, tier: Tier, slug: string): Promise<SkillRow | undefined> {
  return rowsIn(db, tier).selectAll().where("slug", "=", slug).executeTakeFirst();
}

/** Lists the skills of a tier by creation, after an id, without those that the project overrides. */
export function listRows(
  db: Db,
  tier: Tier,
  overriddenIn: string | null,
  after: string,
  limit: number,
): Promise<ListedRow[]> {
  const rows = rowsIn(db, tier)
    .select(["workspace_id", "id", "project_id", "slug", "description", "extends", "bytes"])
    .select(["revision", "created_at", "updated_at"])
    .where("deleted_at", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit);
  if (overriddenIn === null) return rows.execute();
  return rows
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("skills as own")
            .select("own.id")
            .where("own.workspace_id", "=", tier.workspaceId)
            .where("own.project_id", "=", overriddenIn)
            .whereRef("own.slug", "=", "skills.slug")
            .where("own.deleted_at", "is", null),
        ),
      ),
    )
    .execute();
}

/** Returns those of these slugs that a tier has a skill of. */
export async function slugsIn(db: Db, tier: Tier, slugs: readonly string[]): Promise<string[]> {
  const rows = await rowsIn(db, tier)
    .select("slug")
    .where("deleted_at", "is", null)
    .where(isOneOf(db, "slug", slugs))
    .execute();
  return rows.map(({ slug }) => slug);
}

const rowsIn = (db: Db, { workspaceId, projectId }: Tier) => {
  const rows = db.selectFrom("skills").where("workspace_id", "=", workspaceId);
  return projectId === null ? rows.where("project_id", "is", null) : rows.where("project_id", "=", projectId);
};

export async function insertRow(tx: Tx, row: SkillRow): Promise<void> {
  await tx.insertInto("skills").values(row).execute();
}

export async function updateRow(tx: Tx, row: SkillRow, change: Partial<SkillRow>): Promise<void> {
  await tx
    .updateTable("skills")
    .set(change)
    .where("workspace_id", "=", row.workspace_id)
    .where("id", "=", row.id)
    .execute();
}
