import { getMcpServer, listMcpServers } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { type Key, pageOf, presentedPage } from "../paging.ts";
import { readableServer } from "./access.ts";
import { presentServers, presentWithCount } from "./present.ts";
import { listServerRows } from "./store.ts";

export const serversList = read(listMcpServers, async (db, actor, { query }) => {
  const list = `${listMcpServers.id} ${actor.workspaceId}`;
  const fetch = ([after = ""]: Key, limit: number) =>
    listServerRows(db, actor.workspaceId, String(after), limit);
  const keyOf = ({ id }: { id: string }): Key => [id];
  const page = await pageOf(list, query, fetch, keyOf);
  const presented = await presentServers(db, actor.workspaceId, page.rows);
  const { items: servers, ...next } = presentedPage(list, page, keyOf, presented);
  return { servers, ...next };
});

export const serverGet = read(getMcpServer, async (db, actor, { params }) =>
  presentWithCount(db, await readableServer(db, actor, params.slug)),
);
