import { listInvites } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { type Key, pageOf } from "../paging.ts";
import { requireOwner } from "../projects/access.ts";
import { mailErrorsOf } from "./mail-errors.ts";
import { presentInvite } from "./present.ts";
import { listInviteRows } from "./store.ts";

/** Lists the invites of every status, by creation. */
export const invitesList = read(listInvites, async (db, actor, { query }) => {
  requireOwner(actor, "manage invites");
  const list = `${listInvites.id} ${actor.workspaceId}`;
  const fetch = ([after = ""]: Key, limit: number) =>
    listInviteRows(db, actor.workspaceId, String(after), limit);
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id]);
  const errors = await mailErrorsOf(db, rows);
  const invites = rows.map((row) => {
    const mailError = errors.get(row.id);
    return mailError === undefined ? presentInvite(row) : Object.assign(presentInvite(row), { mailError });
  });
  return { invites, ...next };
});
