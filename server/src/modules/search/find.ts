import { type SearchResult, search } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { clausesOf } from "../../full-text/query.ts";
import type { Context } from "../context.ts";
import { readableProject } from "../projects/access.ts";
import { searchPage } from "./search-page.ts";

/** The most words and phrases of a query. */
const mostClauses = 32;

/** Searches. It is an action, since it works in a thread of its own, and its answer names the service's own address. */
export const find = action(
  search,
  async (
    { db, longReads, publicUrl }: Context,
    actor: Actor,
    { query: { q, kind, projectSlug, ...page } },
  ): Promise<{ body: { results: SearchResult[]; nextCursor?: string } }> => {
    const project = projectSlug === undefined ? undefined : await readableProject(db, actor, projectSlug);
    const clauses = clausesOf(q);
    if (clauses.length > mostClauses) throw invalid("/q", `has more than ${mostClauses} words and phrases`);
    if (clauses.length === 0) return { body: { results: [] } };
    const wanted = { query: q, clauses, kind, projectId: project?.id };
    return { body: await longReads.run(searchPage, { actor, wanted, page, address: publicUrl() }) };
  },
);
