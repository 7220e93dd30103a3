import { getContextPack } from "@groundplan/contract";
import { concurrencyLimit } from "../../dispatch/concurrency-limit.ts";
import { read } from "../../dispatch/handlers.ts";
import { fitInThread } from "../../tokens/tokens.ts";
import { readablePlan } from "../plans/access.ts";
import { partsOf, receiptsOf } from "./compose.ts";
import { readItems } from "./read-items.ts";

/**
 * A pack holds up to 16 characters for each token of its budget until it is counted, so it takes its turn before it reads
 * any: one is read while another is counted. Whoever waits holds nothing, and no turn of other reads.
 */
const fewAtOnce = concurrencyLimit(2, 20);

/** Answers what a planner should read for a plan, within so many tokens (decisions section 7, pack). */
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
