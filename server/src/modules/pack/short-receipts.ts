import type { getContextPack, PackReceipt, Reply } from "@groundplan/contract";
import type { LeftOut } from "../../tokens/compose.ts";
import { tokensOfEach } from "../../tokens/tokens.ts";

type Pack = Reply<typeof getContextPack>["pack"];

/** Tokens of the receipts, and of the whole answer but its text. */
const most = { receipts: 400, answer: 500 };

/** No receipt has fewer tokens than 16, so that no more than these are counted. */
const mostReceipts = most.receipts / 16;

/** Keeps the first receipts of the parts in the pack; the others are summed up, as are the parts left out. */
export async function shorten(pack: Pack, leftOut: readonly LeftOut[]): Promise<Pack> {
  const included = pack.receipts.filter(({ state }) => state !== "left_out");
  const withReceipts = (receipts: PackReceipt[], others: readonly PackReceipt[]): Pack => ({
    text: pack.text,
    tokens: pack.tokens,
    budget: pack.budget,
    receipts,
    more: { count: others.length, tokens: others.reduce((sum, { tokens }) => sum + tokens, 0) },
    leftOut: leftOut as Pack["leftOut"],
  });
  const { text: _, ...frame } = withReceipts([], included);
  const texts = [{ pack: { text: "", ...frame } }, ...included.slice(0, mostReceipts)];
  const [ofFrame = 0, ...counts] = await tokensOfEach(texts.map((value) => `${JSON.stringify(value)},`));
  let left = Math.min(most.receipts, most.answer - ofFrame);
  const first = counts.findIndex((count) => {
    left -= count;
    return left < 0;
  });
  const kept = first === -1 ? counts.length : first;
  return withReceipts(included.slice(0, kept), included.slice(kept));
}
