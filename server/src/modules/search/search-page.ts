import { type SearchResult, search } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { LongRead } from "../../dispatch/concurrency/long-reads.ts";
import { pageOf } from "../paging.ts";
import { presentResults } from "./present.ts";
import type { SearchQuery } from "./span-query.ts";
import { findDocuments, keyOf } from "./store.ts";

interface Search {
  actor: Actor;
  wanted: SearchQuery;
  page: { limit?: number | undefined; cursor?: string | undefined };
  /** The service's address. */
  address: string;
}

interface Page {
  results: SearchResult[];
  nextCursor?: string;
}

/** Finds a page of results and reads their display data. */
export const searchPage: LongRead<Search, Page> = {
  name: search.id,
  async run(db, { actor, wanted, page, address }) {
    const list = `${search.id} ${JSON.stringify([wanted.query, wanted.kind, wanted.projectId])}`;
    const { rows, ...next } = await pageOf(
      list,
      page,
      (after, limit) => findDocuments(db, actor, wanted, { after, limit }),
      keyOf,
    );
    return { results: await presentResults(db, actor, address, wanted.clauses, rows), ...next };
  },
};
