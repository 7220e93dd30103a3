import { getContextPack } from "@groundplan/contract";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import { read } from "../../dispatch/handlers.ts";
import { fitInThread } from "../../tokens/tokens.ts";
import { readablePlan } from "../plans/access.ts";
import { partsOf, receiptsOf } from "./compose.ts";
import { readItems } from "./read-items.ts";

/**
 * Packs hold up to 16 characters per token of budget, so they queue before reading: one reads while another
 * counts.
 */
const fewAtOnce = concurrencyLimit(2, 20);

/** Answers a pack within a token budget (decisions section 7, pack). */
export const contextPack = read(
  getContextPack,
  async (db, actor, { params, query: { budget } }) => {
    const plan = await readablePlan(db, actor, params);
    const items = await readItems(db, actor, params, plan, budget);
    const { text, tokens, parts } = await fitInThread(partsOf(items), budget);
    return { pack: { text, tokens, budget, receipts: receiptsOf(items, parts) } };
  },
  { cacheable: true, limit: fewAtOnce },
);
