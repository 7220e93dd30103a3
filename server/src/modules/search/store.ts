import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { nameClause, titlePart } from "../../full-text/index-document.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Clause, hitsOf } from "../../storage/full-text.ts";
import type { SearchKind } from "../../storage/tables/search.ts";
import { plansReadableBy } from "../plans/access.ts";

export interface Found {
  kind: SearchKind;
  id: string;
  /** The number by which the index knows the document. */
  number: number;
  /** 0 where the query is its name, 1 where its title has all clauses, 2 where it has some, 3 where only the text has. */
  rank: number;
}

export interface Wanted {
  query: string;
  clauses: readonly Clause[];
  kind: SearchKind | undefined;
  projectId: string | undefined;
}

/** Finds the documents that the actor can read and that hold all clauses, the best ones first, after a rank and number. */
export async function findDocuments(
  db: Db,
  actor: Actor,
  { query, clauses, kind, projectId }: Wanted,
  [rank = -1, number = 0]: readonly (string | number)[],
  limit: number,
): Promise<Found[]> {
  // The last clause is the whole query as a name.
  const named = clauses.length;
  const hits = hitsOf(db, actor.workspaceId, [...clauses, nameClause(query)]);
  const { rows } = await sql<Found>`
    with hits as (${hits}),
    matched as (
      select document,
        max(case when clause = ${named} then 1 else 0 end) as is_named,
        count(distinct case when clause < ${named} then clause end) as clauses,
        count(distinct case when clause < ${named} and part = ${titlePart} then clause end) as titled
      from hits group by document
    ),
    ranked as (
      select search_documents.kind, search_documents.document_id as id, search_documents.id as number,
        case when is_named = 1 then 0 when titled = ${named} then 1 when titled > 0 then 2 else 3 end as rank,
        ${projectOf(db, actor)} as project_id
      from matched cross join search_documents
      where search_documents.id = matched.document and search_documents.workspace_id = ${actor.workspaceId}
        and (matched.is_named = 1 or matched.clauses = ${named})
        ${kind === undefined ? sql`` : sql`and search_documents.kind = ${kind}`}
    )
    select kind, id, number, rank from ranked
    where ${projectId === undefined ? sql`project_id is not null` : sql`project_id = ${projectId}`}
      and (rank > ${rank} or (rank = ${rank} and number < ${number}))
    order by rank, number desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns the project of a document that the actor can read: null for one that they can't or that is archived, empty for
 * a source of the workspace. It is asked for each document that matches, where the document is now, so that no move, share
 * or archiving has to change the index.
 */
function projectOf(db: Db, actor: Actor): RawBuilder<string | null> {
  const id = sql.ref<string>("search_documents.document_id");
  const plans = plansReadableBy(db, actor)
    .where("plans.archived_at", "is", null)
    .clearSelect()
    .select("plans.project_id")
    .limit(1);
  const plan = plans.where("plans.id", "=", id);
  const spec = plans
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "plans.workspace_id").onRef("specs.plan_id", "=", "plans.id"),
    )
    .where("specs.id", "=", id);
  const planSource = plans
    .innerJoin("context_sources as own", (join) =>
      join.onRef("own.workspace_id", "=", "plans.workspace_id").onRef("own.plan_id", "=", "plans.id"),
    )
    .where("own.id", "=", id);
  // Every member reads what belongs to the workspace or to a project.
  const otherSource = sql`(select coalesce(sources.project_id, '') from context_sources as sources
    left join projects on projects.workspace_id = sources.workspace_id and projects.id = sources.project_id
    where sources.workspace_id = ${actor.workspaceId} and sources.id = ${id} and sources.plan_id is null
      and (sources.project_id is null or (projects.id is not null and projects.archived_at is null)) limit 1)`;
  return sql`case search_documents.kind when 'plan' then ${plan} when 'spec' then ${spec}
    else coalesce(${planSource}, ${otherSource}) end`;
}
