import { listInvites } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { type Key, pageOf } from "../paging.ts";
import { requireOwner } from "../projects/access.ts";
import { presentInvite } from "./present.ts";
import { listInviteRows } from "./store.ts";

/** Lists the invites of every status, by creation. */
export const invitesList = read(listInvites, async (db, actor, { query }) => {
  requireOwner(actor, "manage invites");
  const list = `${listInvites.id} ${actor.workspaceId}`;
  const fetch = ([after = ""]: Key, limit: number) =>
    listInviteRows(db, actor.workspaceId, String(after), limit);
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id]);
  return { invites: rows.map(presentInvite), ...next };
});
