import { getInvite, type Invite, listInvites } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { outcomesOf } from "../../jobs/outcome.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Key, pageOf } from "../paging.ts";
import { requireOwner } from "../projects/access.ts";
import { ownedInvite } from "./access.ts";
import { jobKindOfMail, mailJobKey } from "./mail-job.ts";
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

/** Returns the last mail failures by invite id. */
async function mailErrorsOf(db: Db, invites: readonly InviteRow[]): Promise<Map<string, string>> {
  const idByKey = new Map(
    invites.flatMap(({ id, status, mail_hash: hash }) =>
      hash === null || status !== "PENDING" ? [] : [[mailJobKey(hash), id] as const],
    ),
  );
  const outcomes = await outcomesOf(db, jobKindOfMail, [...idByKey.keys()]);
  return new Map(
    [...outcomes].flatMap(([key, { error }]) => {
      const id = idByKey.get(key);
      return id === undefined || error === null ? [] : [[id, error] as const];
    }),
  );
}
