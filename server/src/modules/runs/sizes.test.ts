import { describe, expect, it } from "vitest";
import { countTokens } from "../../tokens/count.ts";
import { builtIn as formats } from "../formats/built-in/index.ts";
import { builtIn, builtInSlugs } from "../skills/built-in.ts";
import { LEAST_CRITERIA_OF_HIGH_EFFORT, MOST_CRITERIA } from "../specs/readiness/size-rules.ts";
import { rules, rulesVersion } from "./opening/rules.ts";
import { proposalLimits } from "./proposals/check-specs.ts";
import { wordsIn } from "./proposals/words-in.ts";
import { toldTools } from "./steps/messages.ts";
import { tools } from "./tools/index.ts";

/** What a writer of specs is told, by where it stands. */
const texts: Record<string, string> = {
  rules,
  "format spec": formats.spec,
  "format epic": formats.epic,
  ...Object.fromEntries(builtInSlugs.map((slug) => [`skill ${slug}`, builtIn(slug)?.markdown ?? ""])),
};

describe("the rules of the planning agent", () => {
  it("take 600 tokens at most", () => {
    expect(countTokens(rules)).toBeLessThanOrEqual(600);
  });

  it("name their version and the limits that the service checks", () => {
    const { criteria, words, specs } = proposalLimits;
    expect(rules).toContain(`version ${rulesVersion}`);
    expect(rules).toContain(`${criteria.least} to ${criteria.most} criteria`);
    expect(rules).toContain(`at most ${words} words`);
    expect(rules).toContain(`At most ${specs} specs`);
  });

  it("name tools that exist", () => {
    const names = new Set(tools.map(({ name }) => name));
    for (const [name] of rules.matchAll(/\b[a-z]+_[a-z_]+\b/g)) expect(names).toContain(name);
  });
});

describe("the tools of the planning agent", () => {
  it("are eight, and take 900 tokens at most together", () => {
    const told = [
      ...new Map([...toldTools("draft"), ...toldTools("gaps")].map((one) => [one.name, one])).values(),
    ];
    expect(told).toHaveLength(8);
    expect(countTokens(JSON.stringify(told))).toBeLessThanOrEqual(900);
  });
});

describe.each(Object.entries(texts))("%s", (_where, text) => {
  it("gives the same number of criteria as all others", () => {
    const { least, most } = proposalLimits.criteria;
    for (const [range, from, to] of text.matchAll(
      /(\d+) (?:to|–|-) (\d+)(?= (?:acceptance )?(?:criteria|items))/g,
    ))
      expect([Number(from), Number(to)], range).toEqual([least, most]);
    for (const [sentence, count] of text.matchAll(/[Mm]ore than (\d+) criteria/g))
      expect(Number(count), sentence).toBe(most);
    for (const [sentence, count] of text.matchAll(/More than (\d+) lower its readiness/g))
      expect(Number(count), sentence).toBe(MOST_CRITERIA);
    if (text.includes("needs at least three criteria")) expect(LEAST_CRITERIA_OF_HIGH_EFFORT).toBe(3);
  });

  it("splits the same efforts as all others", () => {
    for (const [sentence] of text.matchAll(/effort of \d[^.:]*two specs/g))
      expect(sentence).toMatch(/^effort of 4 or 5/);
    for (const [sentence, efforts] of text.matchAll(/[Ss]plit (\d(?: and \d)?)\b/g))
      expect(efforts, sentence).toBe("4 and 5");
    for (const [sentence, most] of text.matchAll(/effort is at most (\d)/g))
      expect(Number(most), sentence).toBe(3);
  });
});

it("the numbers are found where they stand", () => {
  expect(texts["format spec"]).toMatch(/3 to 9 items[\s\S]*More than 9 criteria, or an effort of 4 or 5/);
  expect(texts["skill slicing"]).toMatch(/3 to 9 acceptance criteria[\s\S]*Split 4 and 5/);
  expect(texts["skill estimating-effort"]).toMatch(/Split 4 and 5/);
});

it("words are counted in scripts without spaces, too", () => {
  expect(wordsIn(" Guests  pay\nby card. ")).toBe(4);
  expect(wordsIn("")).toBe(0);
  expect(wordsIn("客".repeat(700))).toBe(350);
  expect(wordsIn("Pay 支払い")).toBe(3);
});
