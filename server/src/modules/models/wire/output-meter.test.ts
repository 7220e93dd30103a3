import { expect, it } from "vitest";
import { tokensOf, tokensOfEach } from "../../../tokens/tokens.ts";
import { outputMeter } from "./output-meter.ts";

/** Returns a meter that notes the characters of each of its counts. */
function notedMeter(most: number) {
  const counts: number[] = [];
  const meter = outputMeter(most, (texts) => {
    counts.push(texts.join("").length);
    return tokensOfEach(texts);
  });
  return { meter, counts };
}

/** Feeds a text to a meter. Returns the characters after which it was over; null if it never was. */
async function overAfter(meter: ReturnType<typeof outputMeter>, text: string, step: number) {
  for (let at = 0; at < text.length; at += step)
    if (await meter.isOver(text.slice(at, at + step))) return Math.min(text.length, at + step);
  return null;
}

const prose = "Guests pay by card before the invoice is closed, and refunds take 5 working days.\n\n- ";
const json = '{"criterion":1,"source":"S1","quote":"paid_within_30_days"},';

it.each([
  ["prose", 0, prose.repeat(100)],
  ["JSON without spaces", 4, json.repeat(100)],
  ["a script without spaces", 4, "客人在发票关闭之前用卡付款，退款需要五个工作日。".repeat(100)],
  ["empty lines", 16, "\n".repeat(70_000)],
])(
  "an answer of %s ends at the first part over its tokens, at most %i tokens early",
  async (_, early, text) => {
    const most = 500;
    for (const step of [1, 7]) {
      const after = await overAfter(outputMeter(most), text, step);
      if (after === null) throw new Error("the answer was never over");
      expect(await tokensOf(text.slice(0, after))).toBeGreaterThan(most - early);
      expect(await tokensOf(text.slice(0, after - step))).toBeLessThanOrEqual(most);
    }
  },
);

it("an answer in parts of a character is counted a hundred times at most, and little text at a time", async () => {
  const most = 4000;
  const { meter, counts } = notedMeter(most);
  expect(await overAfter(meter, prose.repeat(1000), 1)).not.toBeNull();
  expect(counts.length).toBeLessThanOrEqual(100);
  const counted = counts.reduce((sum, characters) => sum + characters, 0);
  // The text has some five characters for each token.
  expect(counted).toBeLessThan(2 * 5 * most);
});

it("an answer of long tokens is counted as often as it has tokens at most", async () => {
  const { meter, counts } = notedMeter(2000);
  await overAfter(meter, " ".repeat(2000 * 128), 16);
  expect(counts.length).toBeLessThanOrEqual(2000);
});

it("an answer longer than any of its tokens could be is over without a count", async () => {
  const { meter, counts } = notedMeter(16);
  expect(await meter.isOver(" ".repeat(16 * 128 + 1))).toBe(true);
  expect(counts).toEqual([]);
});

it("a count that fails ends no answer", async () => {
  const meter = outputMeter(3, () => Promise.reject(new Error("the queue is full")));
  expect(await meter.isOver("Guests pay by card.")).toBe(false);
});
