import { type SearchResult, search } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { clausesOf } from "../../full-text/query.ts";
import type { Context } from "../context.ts";
import { pageOf } from "../paging.ts";
import { readableProject } from "../projects/access.ts";
import { presentResults } from "./present.ts";
import { findDocuments } from "./store.ts";

/** The most words and phrases of a query. */
const mostClauses = 32;

/** Searches. It is an action, since its answer names the service's own address, which only the process knows. */
export const find = action(
  search,
  async (
    { db, publicUrl }: Context,
    actor: Actor,
    { query },
  ): Promise<{ body: { results: SearchResult[]; nextCursor?: string } }> => {
    const project =
      query.projectSlug === undefined ? undefined : await readableProject(db, actor, query.projectSlug);
    const clauses = clausesOf(query.q);
    if (clauses.length > mostClauses) throw invalid("/q", `has more than ${mostClauses} words and phrases`);
    if (clauses.length === 0) return { body: { results: [] } };
    const wanted = { query: query.q, clauses, kind: query.kind, projectId: project?.id };
    const list = `${search.id} ${JSON.stringify([query.q, query.kind, project?.id])}`;
    const { rows, ...next } = await pageOf(
      list,
      query,
      (after, limit) => findDocuments(db, actor, wanted, after, limit),
      (row) => [row.rank, row.number],
    );
    return { body: { results: await presentResults(db, actor, publicUrl(), clauses, rows), ...next } };
  },
);
