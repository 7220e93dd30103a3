import { type SearchResult, search } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action } from "../../dispatch/handlers.ts";
import { limitEach } from "../../dispatch/limit-each.ts";
import { perProcess } from "../../dispatch/per-process.ts";
import { invalid } from "../../errors.ts";
import { clausesOf, phrasesOf } from "../../full-text/query.ts";
import type { Context } from "../context.ts";
import { readableProject } from "../projects/access.ts";
import { searchPage } from "./search-page.ts";

/** The most words and phrases of a query, as they were typed. */
const mostPhrases = 32;

/** A phrase that a long text repeats without an end may take seconds, and nobody else waits for more than two of them. */
const searchesOf = perProcess(() => limitEach(2, 20, "searches"));

/** Searches. It is an action, since it works in a thread of its own, and its answer names the service's own address. */
export const find = action(
  search,
  async (
    context: Context,
    actor: Actor,
    { query: { q, kind, projectSlug, ...page } },
  ): Promise<{ body: { results: SearchResult[]; nextCursor?: string } }> => {
    const { db, longReads, publicUrl } = context;
    const fewOfEach = searchesOf(context);
    const project = projectSlug === undefined ? undefined : await readableProject(db, actor, projectSlug);
    const phrases = phrasesOf(q);
    if (phrases.length > mostPhrases) throw invalid("/q", `has more than ${mostPhrases} words and phrases`);
    if (phrases.length === 0) return { body: { results: [] } };
    const wanted = { query: q, clauses: clausesOf(phrases), kind, projectId: project?.id };
    const search = { actor, wanted, page, address: publicUrl() };
    return { body: await fewOfEach(actor.userId, () => longReads.run(searchPage, search)) };
  },
);
