import {
  createPrototypeShare,
  deletePrototypeShare,
  getPrototypeShare,
  listPrototypeShares,
  prototypeLimits,
} from "@groundplan/contract";
import { action, disclosesNothing, write } from "../../dispatch/handlers.ts";
import { invalid, notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Context } from "../context.ts";
import { type Key, pageOf } from "../paging.ts";
import { readablePlan, requireEdit, requireEditRight } from "../plans/access.ts";
import { aboutPlan } from "../plans/events.ts";
import { presentShare } from "./present.ts";
import { saveShare } from "./save-share.ts";
import { findRow, findShare, listShares } from "./store.ts";
import { addressOf, newToken, tokensOf } from "./token.ts";

/** Lists active links. Only for editors, since links contain tokens. */
export const sharesList = action(listPrototypeShares, async (context: Context, actor, { params, query }) => {
  const { db } = context;
  const plan = requireEditRight(await readablePlan(db, actor, params));
  const key = { workspace_id: plan.workspace_id, plan_id: plan.id };
  const { entry = "" } = (await findRow(db, key)) ?? {};
  const timestamp = now();
  const fetch = ([after = ""]: Key, limit: number) => listShares(db, key, timestamp, String(after), limit);
  const whole = query.limit === undefined && query.cursor === undefined;
  const asked = whole ? { limit: prototypeLimits.shares } : query;
  const { rows, ...next } = await pageOf(`${listPrototypeShares.id} ${plan.id}`, asked, fetch, (row) => [
    row.id,
  ]);
  const tokens = await tokensOf(context, plan.workspace_id, rows);
  const shares = rows.map((row, n) => {
    const token = tokens[n] ?? "";
    return presentShare(row, {
      entry,
      token,
      url: addressOf(context, token),
      isDark: plan.archived_at !== null,
    });
  });
  return { body: { shares, ...next } };
});

export const shareGet = action(getPrototypeShare, async (context: Context, actor, { params }) => {
  const { db } = context;
  const plan = requireEditRight(await readablePlan(db, actor, params));
  const key = { workspace_id: plan.workspace_id, plan_id: plan.id };
  const row = await findShare(db, key, now(), params.shareId);
  if (!row) throw notFound("share");
  const { entry = "" } = (await findRow(db, key)) ?? {};
  const [token = ""] = await tokensOf(context, plan.workspace_id, [row]);
  const url = addressOf(context, token);
  return { body: { share: presentShare(row, { entry, token, url, isDark: plan.archived_at !== null }) } };
});

const dayMs = 24 * 3600_000;

/** Creates a link. Its token is sealed before the transaction, which has no keys. */
export const shareCreate = action(
  createPrototypeShare,
  async (context: Context, actor, { params, body }, { claim }) => {
    const expiresAt = new Date(
      body.expiresAt ?? Date.now() + prototypeLimits.shareDays * dayMs,
    ).toISOString();
    if (expiresAt <= now()) throw invalid("/expiresAt", "must lie in the future");
    const cell = { workspace_id: actor.workspaceId, id: newId() };
    const { token, ...kept } = await newToken(context, cell);
    const share = { ...cell, ...kept, expires_at: expiresAt };
    const { entry } = await context.writer.run(saveShare, { actor, path: params, share, claim });
    const url = addressOf(context, token);
    return { body: { share: presentShare(share, { entry, token, url, isDark: false }) } };
  },
  { discloses: disclosesNothing, secretOf: ({ share }) => share.id },
);

export const shareDelete = write(deletePrototypeShare, async (tx, actor, { params }) => {
  const plan = await readablePlan(tx, actor, params);
  requireEditRight(plan);
  const { numDeletedRows } = await tx
    .deleteFrom("prototype_shares")
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .where("id", "=", params.shareId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("share");
  requireEdit(plan);
  const data = { shareId: params.shareId };
  await appendEvents(tx, actor, [{ type: "prototype.unshared", ...aboutPlan(plan), data }]);
  return { removed: true as const };
});
