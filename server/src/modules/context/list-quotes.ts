import { listQuotes } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { longRows, pageOf } from "../paging.ts";
import { quotesAfter } from "../quotes/quotes-of-source.ts";
import { readableSource } from "./access.ts";

/** Lists a source's quotes in readable plans; those of criteria that have changed since are left out. */
export const quotesList = read(listQuotes, async (db, actor, { params, query }) => {
  const { source } = await readableSource(db, actor, params);
  const { rows, ...next } = await pageOf(
    `${listQuotes.id} ${source.id} ${query.state}`,
    query,
    ([after = ""], limit) => quotesAfter(db, actor, source.id, query.state, String(after), limit),
    ({ id }) => [id],
    longRows,
  );
  return { quotes: rows.flatMap(({ quote }) => quote ?? []), ...next };
});
