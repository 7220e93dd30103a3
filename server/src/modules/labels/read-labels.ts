import { listLabels } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { type Key, pageOf } from "../paging.ts";
import { presentLabel } from "./present.ts";
import { listLabelRows } from "./store.ts";

export const labelsList = read(
  listLabels,
  async (db, { workspaceId }, { query }) => {
    const fetch = ([after = ""]: Key, limit: number) => listLabelRows(db, workspaceId, String(after), limit);
    const { rows, ...next } = await pageOf(listLabels.id, query, fetch, ({ id }) => [id]);
    return { labels: rows.map(presentLabel), ...next };
  },
  { cacheable: true },
);
