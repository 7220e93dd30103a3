import type { PackReceipt } from "@groundplan/contract";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";
const isIncluded = ({ state }: PackReceipt) => state !== "left_out";
const sumOf = (receipts: readonly PackReceipt[]) => receipts.reduce((sum, { tokens }) => sum + tokens, 0);

describe.each(databases)("short receipts of a pack, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let path: string;
  beforeAll(async () => {
    ({ path } = await newPlan(world.alice, project, { description: "Guests pay by card." }));
    await world.alice.put(`${project}/instructions`, { markdown: "Write short sentences." });
    await world.alice.post(`${path}/context`, { title: "Minutes", text: "A line of them.\n".repeat(40) });
    const specs = Array.from({ length: 500 }, (_, number) => ({
      title: `Spec ${number}`,
      content: `The content of spec ${number}, in one line.`,
    }));
    expect(outcome(await world.alice.post(`${path}/specs/batch`, { specs }))).toBe("201");
  });

  const packOf = async (query: string) => (await world.bob.get(`${path}/context/pack?${query}`)).body.pack;

  it.each([1, 100, 500, 2000, 20_000, 200_000])(
    "keep an answer within 500 tokens more than a budget of %i, with 500 specs",
    async (budget) => {
      const pack = await packOf(`budget=${budget}`);
      const others = countTokens(JSON.stringify({ pack: { ...pack, text: "" } }));
      expect(others).toBeLessThanOrEqual(500);
      expect(countTokens(pack.text) + others).toBeLessThanOrEqual(budget + 500);
    },
  );

  it("are the first of what is included, in 400 tokens; the others are summed up, and so is what was left out", async () => {
    const { receipts: all } = await packOf("budget=20000&receipts=all");
    const pack = await packOf("budget=20000");
    const included = all.filter(isIncluded);
    const shown = pack.receipts.length;
    expect(pack.receipts).toEqual(included.slice(0, shown));
    expect(countTokens(JSON.stringify(pack.receipts))).toBeLessThanOrEqual(400);
    expect(countTokens(JSON.stringify(included.slice(0, shown + 2)))).toBeGreaterThan(400);
    const others = included.slice(shown);
    expect(pack.more).toEqual({ count: others.length, tokens: sumOf(others) });
    expect(pack.leftOut).toMatchObject([
      {
        kind: "spec",
        count: all.filter(({ kind, state }: PackReceipt) => kind === "spec" && state !== "whole").length,
      },
      { kind: "format", count: 2 },
      { kind: "skills", count: 1 },
    ]);
    expect(all.length).toBe(506);
  });

  it("are replaced by all of them with `receipts=all`, whose answer has no sums", async () => {
    const [short, all] = [await packOf("budget=2000"), await packOf("budget=2000&receipts=all")];
    expect(all.text).toBe(short.text);
    expect(all).not.toHaveProperty("more");
    expect(all).not.toHaveProperty("leftOut");
  });

  it("and texts for builders have no formats and no skills, nor are these left out", async () => {
    const [build, plan] = [await packOf("for=build&budget=200000"), await packOf("budget=200000")];
    for (const tag of ["<format", "<skills"]) {
      expect(build.text).not.toContain(tag);
      expect(plan.text).toContain(tag);
    }
    expect(plan.text.indexOf("<format")).toBeGreaterThan(plan.text.lastIndexOf("<spec"));
    expect([build.leftOut, plan.leftOut]).toEqual([[], []]);
    expect(plan.text.startsWith(build.text)).toBe(true);
  });

  it("formats and skills take a quarter of the budget at most", async () => {
    const { path: empty } = await newPlan(world.alice, project, {});
    const { pack } = (await world.bob.get(`${empty}/context/pack?budget=2000&receipts=all`)).body;
    const aids = pack.receipts.filter(({ kind }: PackReceipt) => kind === "format" || kind === "skills");
    expect(sumOf(aids)).toBeGreaterThan(0);
    expect(sumOf(aids)).toBeLessThanOrEqual(500);
  });

  it("other values of `for` and `receipts` are refused", async () => {
    for (const query of ["for=agent", "receipts=none"])
      expect(outcome(await world.bob.get(`${path}/context/pack?${query}`))).toBe("400 invalid_request");
  });
});
