import { getContextPack, type Input } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { composeInThread } from "../../tokens/tokens.ts";
import { readablePlan } from "../plans/access.ts";
import { opening, partsOf, receiptsOf, unreadOf } from "./compose.ts";
import { readItems, readWritingAids } from "./read-items.ts";
import { shorten } from "./short-receipts.ts";

/**
 * Packs hold up to 16 characters per token of budget, so they queue before reading: one reads while another
 * counts.
 */
const fewAtOnce = concurrencyLimit(2, 20);

/** Answers a pack within a token budget (docs/decisions/context.md, the pack). */
export const contextPack = read(getContextPack, packOf, { cacheable: true, limit: fewAtOnce });

async function packOf(db: Db, actor: Actor, { params, query }: Input<typeof getContextPack>) {
  const { budget, for: purpose } = query;
  const plan = await readablePlan(db, actor, params);
  const items = await readItems(db, actor, params, plan, budget);
  const aids = purpose === "plan" ? await readWritingAids(db, actor, params, budget) : [];
  const all = [...items, ...aids];
  const { text, tokens, parts, leftOut } = await composeInThread({
    opening,
    parts: partsOf(items),
    tail: partsOf(aids),
    unread: unreadOf(all),
    budget,
    howToGet: howToGet(params),
  });
  const pack = { text, tokens, budget, receipts: receiptsOf(all, parts) };
  return { pack: query.receipts === "all" ? pack : await shorten(pack, leftOut) };
}

function howToGet({ projectSlug, planShortId }: Input<typeof getContextPack>["params"]): string {
  const path = `/v1/projects/${projectSlug}/plans/${planShortId}`;
  return `For more: a larger \`budget\`, or one by one below ${path}/specs and ${path}/context.`;
}
