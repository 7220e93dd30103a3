import type { PlanStatus, SearchResult, SpecStatus } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import { sliceOfPart } from "../../full-text/index-document.ts";
import { type Db, tableOf } from "../../storage/dialect.ts";
import type { Clause } from "../../storage/full-text.ts";
import { liveClaims, presentLive } from "../claims/live-claims.ts";
import { slicesOfChunk } from "../context/index-source.ts";
import { titleOfDocument } from "../documents/find-level-text.ts";
import { pagePath, planHandle, specHandle, talkPath } from "../handles.ts";
import { titleOfInstructions } from "../instructions/index-instructions.ts";
import { slicesOfComment } from "../threads/index-thread.ts";
import { excerptOf } from "./excerpt.ts";
import type { Found } from "./span-query.ts";

interface Shown {
  id: string;
  /** Null for a thread whose document's id implies the title. */
  title: string | null;
  /** The thread's document. */
  document?: string;
  document_kind?: string;
  text: string | null;
  slug: string | null;
  plan: number | null;
  plan_name: string | null;
  spec: number | null;
  /** Of plans and specs only. */
  status?: PlanStatus | SpecStatus;
}

/** Returns results in order, dropping those deleted between the queries. */
export async function presentResults(
  db: Db,
  { workspaceId }: Pick<Actor, "workspaceId">,
  address: string,
  clauses: readonly Clause[],
  found: readonly Found[],
): Promise<SearchResult[]> {
  const shown = new Map<string, Shown>();
  for (const own of Map.groupBy(found, (one) => `${one.kind} ${chunkOf(one)}`).values())
    for (const row of await rowsOf(db, workspaceId, own)) shown.set(row.id, row);
  // Claimed specs are always in progress.
  const inProgress = [...shown.values()].filter(({ status }) => status === "IN_PROGRESS");
  const claims = await liveClaims(
    db,
    workspaceId,
    inProgress.map(({ id }) => id),
  );
  const claimOf = new Map(claims.map((claim) => [claim.spec_id, presentLive(claim)]));
  const results: SearchResult[] = [];
  const takeTurn = takeTurns(); // On PostgreSQL this runs on the main thread.
  for (const { kind, id } of found) {
    const row = shown.get(id);
    if (!row) continue;
    const { excerpt, highlights } = excerptOf(row.text ?? "", clauses);
    const path = {
      ...(row.slug === null ? {} : { projectSlug: row.slug }),
      ...(row.plan === null ? {} : { planShortId: planHandle(row.plan) }),
      ...(row.plan_name === null ? {} : { planName: row.plan_name }),
      ...(row.spec === null ? {} : { specShortId: specHandle(row.spec) }),
    };
    const title = row.title ?? titleOfDocument(row.document ?? "");
    results.push({
      kind,
      id,
      title,
      excerpt,
      highlights,
      ...path,
      ...(row.status === undefined ? {} : { status: row.status }),
      ...(kind === "spec" ? { claim: claimOf.get(id) ?? null } : {}),
      url:
        address +
        (row.document === undefined
          ? pagePath({ ...path, page: consolePathOf(kind, id, title) })
          : talkPath(
              { ...path, documentKind: row.document_kind ?? "", documentId: row.document },
              { thread: id },
            )),
    });
    await takeTurn();
  }
  return results;
}

/** Returns the console's path of a document that is neither plan nor spec. */
function consolePathOf(kind: SearchResult["kind"], id: string, title: string): string | undefined {
  if (kind === "source") return `context/${id}`;
  if (kind === "skill") return `skills/${title}`;
  return kind === "instructions" ? kind : undefined;
}

/** Returns the comment number of the first hit. */
const commentOf = (part: number | null): number =>
  part === null ? 1 : Math.floor(sliceOfPart(part) / slicesOfComment) + 1;

/** Returns the chunk index of the first hit in a source. */
const chunkOf = ({ kind, part }: Found): number =>
  kind === "source" && part !== null ? Math.floor(sliceOfPart(part) / slicesOfChunk) : 0;

/**
 * Reads documents of a kind whose hits are in the same chunk: a source's chunk, or the start of other texts,
 * as excerpts need no more.
 */
async function rowsOf(db: Db, workspaceId: string, found: readonly Found[]): Promise<Shown[]> {
  const [first] = found;
  if (!first) return [];
  const list = tableOf(
    db,
    found.map(({ id, kind, part }) => (kind === "thread" ? id + commentOf(part) : id)),
  );
  const beginning = (column: string) => sql`substr(${sql.ref(column)}, 1, 65536)`;
  const query = {
    plan: sql<Shown>`select own.id, own.name as title, ${beginning("own.description")} as text, projects.slug,
        own.number as plan, own.name as plan_name, null as spec, own.status
      from ${list} as wanted cross join plans as own cross join projects
      where own.workspace_id = ${workspaceId} and own.id = wanted.value
        and projects.workspace_id = own.workspace_id and projects.id = own.project_id`,
    spec: sql<Shown>`select own.id, own.title, ${beginning("own.content")} as text, projects.slug,
        plans.number as plan, plans.name as plan_name, own.number as spec, own.status
      from ${list} as wanted cross join specs as own cross join plans cross join projects
      where own.workspace_id = ${workspaceId} and own.id = wanted.value
        and plans.workspace_id = own.workspace_id and plans.id = own.plan_id
        and projects.workspace_id = own.workspace_id and projects.id = plans.project_id`,
    source: sql<Shown>`select own.id, own.title, texts.text, projects.slug, plans.number as plan,
        plans.name as plan_name, null as spec
      from ${list} as wanted cross join context_sources as own
      left join context_texts as texts on texts.workspace_id = own.workspace_id and texts.source_id = own.id
        and texts.revision = own.text_revision and texts.n = ${chunkOf(first)}
      left join plans on plans.workspace_id = own.workspace_id and plans.id = own.plan_id
      left join projects on projects.workspace_id = own.workspace_id and projects.id = own.project_id
      where own.workspace_id = ${workspaceId} and own.id = wanted.value`,
    skill: sql<Shown>`select own.id, own.slug as title, ${beginning("own.markdown")} as text, projects.slug,
        null as plan, null as plan_name, null as spec
      from ${list} as wanted cross join skills as own
      left join projects on projects.workspace_id = own.workspace_id and projects.id = own.project_id
      where own.workspace_id = ${workspaceId} and own.id = wanted.value`,
    instructions: sql<Shown>`select own.id, ${sql.lit(titleOfInstructions)} as title,
        ${beginning("own.markdown")} as text, projects.slug, null as plan, null as plan_name, null as spec
      from ${list} as wanted cross join instructions as own
      left join projects on projects.workspace_id = own.workspace_id and projects.id = own.project_id
      where own.workspace_id = ${workspaceId} and own.id = wanted.value`,
    // Each value is a thread id (36 characters) and a comment number.
    thread: sql<Shown>`select threads.id, coalesce(specs.title, context_sources.title, plans.name) as title,
        threads.document_id as document, threads.document_kind, comments.body as text, projects.slug,
        plans.number as plan, plans.name as plan_name, specs.number as spec
      from ${list} as wanted cross join threads
      left join comments on comments.workspace_id = threads.workspace_id and comments.thread_id = threads.id
        and comments.number = cast(substr(wanted.value, 37) as integer)
      left join plans on plans.workspace_id = threads.workspace_id and plans.id = threads.plan_id
      left join specs on specs.workspace_id = threads.workspace_id and specs.id = threads.document_id
      left join context_sources on context_sources.workspace_id = threads.workspace_id
        and context_sources.id = threads.document_id
      left join projects on projects.workspace_id = threads.workspace_id and projects.id = threads.project_id
      where threads.workspace_id = ${workspaceId} and threads.id = substr(wanted.value, 1, 36)`,
  }[first.kind];
  return (await query.execute(db)).rows;
}
