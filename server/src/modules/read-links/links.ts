import {
  createPlanLink,
  createSpecLink,
  deletePlanLink,
  deleteSpecLink,
  listPlanLinks,
  listSpecLinks,
  type ReadLink,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action, disclosesNothing, write } from "../../dispatch/handlers.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { invalid, notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { personOf } from "../../events/person.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { type Key, pageOf } from "../paging.ts";
import { mayOwn, requireNotArchived } from "../plans/access.ts";
import { hasReadLinks } from "../projects/read-links.ts";
import { aboutLink } from "./events.ts";
import { saveLink } from "./save-link.ts";
import { deleteLink, type LinkRow, listLinks } from "./store.ts";
import { ownedSubject, type SubjectPath } from "./subject.ts";
import { newToken, tokensOf } from "./token.ts";

interface Listing {
  params: SubjectPath;
  query: { limit?: number | undefined; cursor?: string | undefined };
}

async function list(context: Context, actor: Actor, { params, query }: Listing) {
  const { db } = context;
  const { plan, subject } = await ownedSubject(db, actor, params);
  const timestamp = now();
  const fetch = ([after = ""]: Key, limit: number) => listLinks(db, subject, timestamp, String(after), limit);
  const name = `${listPlanLinks.id} ${subject.plan_id} ${subject.spec_id}`;
  const { rows, ...next } = await pageOf(name, query, fetch, (row) => [row.id]);
  const tokens = await tokensOf(context, subject.workspace_id, rows);
  const isDark = plan.archived_at !== null || !(await hasReadLinks(db, subject.workspace_id));
  const links = rows.map((row, n) =>
    presentLink(context, row, {
      token: tokens[n] ?? null,
      createdBy: personOf(row.created_by, row.creator_name),
      makerOwns: mayOwn(plan, row.created_by, row.creator_role),
      isDark,
    }),
  );
  return { body: { links, ...next } };
}

interface Around {
  token: string | null;
  createdBy: ReadLink["createdBy"];
  makerOwns: boolean;
  isDark: boolean;
}

const presentLink = (
  { publicUrl }: Context,
  row: Pick<LinkRow, "id" | "expires_at" | "names" | "sub_plans" | "is_off">,
  { token, createdBy, makerOwns, isDark }: Around,
): ReadLink => ({
  id: row.id,
  url: token === null ? null : `${publicUrl()}/l/${token}`,
  token,
  expiresAt: row.expires_at,
  names: row.names === 1,
  subPlans: row.sub_plans === 1,
  createdBy,
  makerOwns,
  live: row.is_off === 0 && !isDark,
});

interface Creation {
  params: SubjectPath;
  body: {
    expiresAt?: string | null | undefined;
    names?: boolean | undefined;
    subPlans?: boolean | undefined;
  };
}

/** Creates a link. Its token is sealed before the transaction, which has no keys. */
async function create(
  context: Context,
  actor: Actor,
  { params, body: { expiresAt = null, names = false, subPlans = false } }: Creation,
  claim: ActionClaim | undefined,
) {
  const expires_at = expiresAt === null ? null : new Date(expiresAt).toISOString();
  if (expires_at !== null && expires_at <= now()) throw invalid("/expiresAt", "must lie in the future");
  const cell = { workspace_id: actor.workspaceId, id: newId() };
  const { token, ...kept } = await newToken(context, cell);
  const shown = {
    expires_at,
    names: names ? (1 as const) : (0 as const),
    sub_plans: subPlans ? (1 as const) : (0 as const),
  };
  await context.writer.run(saveLink, { actor, path: params, link: { ...cell, ...kept, ...shown }, claim });
  const createdBy = { userId: actor.userId, name: actor.userName };
  const row = { id: cell.id, is_off: 0 as const, ...shown };
  return { body: { link: presentLink(context, row, { token, createdBy, makerOwns: true, isDark: false }) } };
}

async function remove(tx: Tx, actor: Actor, { linkId, ...path }: SubjectPath & { linkId: string }) {
  const owned = await ownedSubject(tx, actor, path);
  if (!(await deleteLink(tx, owned.subject, linkId))) throw notFound("link");
  requireNotArchived(owned.plan);
  await appendEvents(tx, actor, [{ type: "read_link.deleted", ...aboutLink(owned), data: { linkId } }]);
  return { removed: true as const };
}

const secret = {
  discloses: disclosesNothing,
  secretOf: ({ link }: { link: ReadLink }) => link.id,
};

export const planLinksList = action(listPlanLinks, list);
export const specLinksList = action(listSpecLinks, list);
export const planLinkCreate = action(
  createPlanLink,
  (context: Context, actor, input, { claim }) => create(context, actor, input, claim),
  secret,
);
export const specLinkCreate = action(
  createSpecLink,
  (context: Context, actor, input, { claim }) => create(context, actor, input, claim),
  secret,
);
export const planLinkDelete = write(deletePlanLink, (tx, actor, { params }) => remove(tx, actor, params));
export const specLinkDelete = write(deleteSpecLink, (tx, actor, { params }) => remove(tx, actor, params));
