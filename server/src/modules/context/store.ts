import { type Selectable, sql } from "kysely";
import type { ForgetProject } from "../../dispatch/commands.ts";
import { forgetDocuments } from "../../full-text/index-document.ts";
import { forgetRevisions } from "../../revisions/revisions.ts";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import type { Place } from "./place.ts";

export type SourceRow = Selectable<Tables["context_sources"]>;

/** A row of a list, with whether the plan uses it: 1 or 0, and null where the place is no plan. */
export type ListedSource = SourceRow & { active: number | null };

type At = Pick<Place, "workspaceId" | "plan" | "withAbove">;

/** Finds a source of a place, or one that it inherits. */
export function findSource(db: Db, place: At, id: string): Promise<ListedSource | undefined> {
  return sourcesAt(db, place)
    .where("context_sources.id", "=", id)
    .where(isOneOf(db, "place_id", place.withAbove))
    .executeTakeFirst();
}

/**
 * Lists the sources of a place and those that it inherits, by creation, after an id. Each place is read by its own
 * index, so that a page costs as much as the page.
 */
export async function listSources(db: Db, place: At, after: string, limit: number): Promise<ListedSource[]> {
  const [own, ...above] = place.withAbove.map((id) => {
    const found = sourcesAt(db, place)
      .where("place_id", "=", id)
      .where("context_sources.id", ">", after)
      .orderBy("context_sources.id")
      .limit(limit);
    return db.selectFrom(found.as("found")).selectAll();
  });
  if (!own) return [];
  const all = above.reduce((query, next) => query.unionAll(next), own);
  return all.orderBy("id").limit(limit).execute();
}

/** Returns all own sources of places, in the order of creation. */
export async function sourcesOfPlaces(
  db: Db,
  workspaceId: string,
  placeIds: readonly string[],
): Promise<SourceRow[]> {
  if (placeIds.length === 0) return [];
  return db
    .selectFrom("context_sources")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "place_id", placeIds))
    .orderBy("id")
    .execute();
}

const sourcesAt = (db: Db, { workspaceId, plan }: At) =>
  db
    .selectFrom("context_sources")
    .leftJoin("context_unused", (join) =>
      join
        .onRef("context_unused.workspace_id", "=", "context_sources.workspace_id")
        .on("context_unused.plan_id", "=", plan?.id ?? "")
        .onRef("context_unused.source_id", "=", "context_sources.id"),
    )
    .where("context_sources.workspace_id", "=", workspaceId)
    .selectAll("context_sources")
    .select(
      sql<
        number | null
      >`case when ${plan ? 1 : 0} = 0 then null when context_unused.source_id is null then 1 else 0 end`.as(
        "active",
      ),
    );

/** A title, and the folder where it is to be found. */
type TitleAt = Pick<SourceRow, "workspace_id" | "place_id" | "folder_path" | "title">;

/** Returns true if a folder of a place has a source with the title, beside the one with the id. */
export async function hasTitle(db: Db, source: TitleAt & { id?: string }): Promise<boolean> {
  const [found] = await idOfTitle(db, source);
  return found !== undefined && found.id !== source.id;
}

/** Looks a title up by its index alone: a condition on the id would make both databases read the whole place. */
const idOfTitle = statement((db, param: Param<TitleAt>) =>
  db
    .selectFrom("context_sources")
    .select("id")
    .where("workspace_id", "=", param("workspace_id"))
    .where("place_id", "=", param("place_id"))
    .where("folder_path", "=", param("folder_path"))
    .where("title", "=", param("title")),
);

/** Finds the source with a title in a folder of a place. */
export function sourceOfTitle(db: Db, source: TitleAt): Promise<SourceRow | undefined> {
  return db
    .selectFrom("context_sources")
    .selectAll()
    .where("workspace_id", "=", source.workspace_id)
    .where("place_id", "=", source.place_id)
    .where("folder_path", "=", source.folder_path)
    .where("title", "=", source.title)
    .executeTakeFirst();
}

/** Finds a source by its id alone, for the service's own jobs. */
export function sourceOfId(db: Db, workspaceId: string, id: string): Promise<SourceRow | undefined> {
  return db
    .selectFrom("context_sources")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function updateRow(
  tx: Tx,
  source: Pick<SourceRow, "workspace_id" | "id">,
  change: Partial<SourceRow>,
): Promise<void> {
  await tx
    .updateTable("context_sources")
    .set(change)
    .where("workspace_id", "=", source.workspace_id)
    .where("id", "=", source.id)
    .execute();
}

export async function deleteRow(tx: Tx, source: Pick<SourceRow, "workspace_id" | "id">): Promise<void> {
  await tx
    .deleteFrom("context_sources")
    .where("workspace_id", "=", source.workspace_id)
    .where("id", "=", source.id)
    .execute();
}

/** Deletes the versions of a project's sources, before its row and with it the sources themselves go. */
export const forgetProject: ForgetProject = async (tx, { workspaceId, id }) => {
  const sources = tx
    .selectFrom("context_sources")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("project_id", "=", id);
  await forgetDocuments(tx, workspaceId, "source", sources);
  await forgetRevisions(tx, workspaceId, sources);
};
