import { type SearchResult, search } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { limitEach } from "../../dispatch/concurrency/limit-each.ts";
import { perProcess } from "../../dispatch/concurrency/per-process.ts";
import { action } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { clausesOf, phrasesOf } from "../../full-text/query.ts";
import type { Context } from "../context.ts";
import { readableProject } from "../projects/access.ts";
import { searchPage } from "./search-page.ts";

/** Words and phrases per query. */
const mostPhrases = 32;

/** Phrases in repetitive texts may take seconds, so searches are limited per workspace. */
const searchesOf = perProcess(() => limitEach(2, 20, "searches"));

/** Searches. An action, since it runs in a thread and its answer contains the service's address. */
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
