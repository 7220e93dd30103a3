import { getInvite, type Invite, listInvites } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Key, pageOf } from "../paging.ts";
import { requireOwner } from "../projects/access.ts";
import { ownedInvite } from "./access.ts";
import { mailErrorsOf } from "./mail-errors.ts";
import { presentInvite } from "./present.ts";
import { type InviteRow, listInviteRows } from "./store.ts";

/** Lists invites of every status, by creation. */
export const invitesList = read(listInvites, async (db, actor, { query }) => {
  requireOwner(actor, "manage invites");
  const list = `${listInvites.id} ${actor.workspaceId}`;
  const fetch = ([after = ""]: Key, limit: number) =>
    listInviteRows(db, actor.workspaceId, String(after), limit);
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id]);
  return { invites: await withMailErrors(db, rows), ...next };
});

export const inviteGet = read(getInvite, async (db, actor, { params }) => {
  const [invite] = await withMailErrors(db, [await ownedInvite(db, actor, params.inviteId)]);
  if (!invite) throw new Error("an invite that was found is not shown");
  return { invite };
});

async function withMailErrors(db: Db, rows: readonly InviteRow[]): Promise<Invite[]> {
  const errors = await mailErrorsOf(db, rows);
  return rows.map((row) => {
    const mailError = errors.get(row.id);
    return mailError === undefined ? presentInvite(row) : Object.assign(presentInvite(row), { mailError });
  });
}
