import { listViews } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { type Key, pageOf } from "../paging.ts";
import { presentView } from "./present.ts";
import { visibleViews } from "./store.ts";

export const viewsList = read(
  listViews,
  async (db, actor, { query }) => {
    const list = `${listViews.id} ${actor.userId}`;
    const fetch = ([after = ""]: Key, limit: number) =>
      visibleViews(db, actor)
        .where("views.id", ">", String(after))
        .orderBy("views.id")
        .limit(limit)
        .execute();
    const { rows, ...next } = await pageOf(list, query, fetch, ({ id }) => [id]);
    return { views: rows.map(presentView), ...next };
  },
  { cacheable: true },
);
