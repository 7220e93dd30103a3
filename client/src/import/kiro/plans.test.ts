import { importPlans } from "@groundplan/contract";
import { expect, it } from "vitest";
import type { Place } from "../format.ts";
import { givenFiles } from "../given-files.ts";
import { sentPlan } from "../send.ts";
import { kiroIn } from "./format.ts";
import { referenceOf } from "./plans.ts";
import { parse, plansOfFolder, small } from "./testing.ts";

it("names the plan, its specs and its tasks by the folder and the source's own numbers", () => {
  const tasks = "- [x] 1. Lay the table\n- [ ] 2. Cook\n  - [ ] 2.1 Peel\n";
  const [own, work] = plansOfFolder(parse(small, { "tasks.md": tasks }), "shop", "kiro:");
  expect(own).toMatchObject({ externalRef: "kiro:shop", parentExternalRef: "kiro:" });
  expect(own.specs?.map(({ externalRef }) => externalRef)).toEqual(["kiro:shop/1", "kiro:shop/2"]);
  expect(work).toMatchObject({
    externalRef: "kiro:shop/tasks",
    parentExternalRef: "kiro:shop",
    name: "Kiro spec: tasks",
  });
  expect(work?.specs?.map(({ externalRef, status }) => [externalRef, status])).toEqual([
    ["kiro:shop/tasks/1", "DONE"],
    ["kiro:shop/tasks/2", "TODO"],
  ]);
});

it("takes plans to BUILDING once a leaf of the tasks is begun, whatever the box above it says", () => {
  const statusesWith = (tasks: string) =>
    plansOfFolder(parse(small, { "tasks.md": tasks }), "shop", null).map(({ status }) => status);
  expect(statusesWith("- [ ] 1. Lay\n  - [ ] 1.1 Wash\n")).toEqual(["PLANNING", "PLANNING"]);
  expect(statusesWith("- [x] 1. Lay\n  - [ ] 1.1 Wash\n")).toEqual(["PLANNING", "PLANNING"]);
  expect(statusesWith("- [ ] 1. Lay\n  - [-] 1.1 Wash\n")).toEqual(["BUILDING", "BUILDING"]);
});

it("gives a duplicate number a separate reference", () => {
  const text = "### Requirement 1: A\n### Requirement 1: B\n### NFR-2: C\n### 要件１：D\n";
  const [own] = plansOfFolder(parse(text), "shop", null);
  expect(own.specs?.map(({ externalRef }) => externalRef)).toEqual(
    ["1", "1-2", "NFR2", "1-3"].map((number) => `kiro:shop/${number}`),
  );
});

it("creates references that the service accepts from any folder's name, different ones for different names", () => {
  const names = ["𠮷".repeat(255), `${"𠮷".repeat(254)}x`, "a\u0007b", "x".repeat(150)];
  const bodies = names.map((name) => plansOfFolder(parse(small), name, null));
  for (const plans of bodies)
    expect(
      importPlans.body?.safeParse({ plans: plans.map((plan) => sentPlan(plan, new Map())) }).error,
    ).toBeUndefined();
  expect(new Set(names.map((name) => referenceOf(name))).size).toBe(names.length);
});

it("keeps all files of a folder, each in one plan, with the bytes of each part", async () => {
  const requirements =
    "\uFEFF# Läden\r\n\r\n### Requirement 1: Körbe\r\n1. WHEN a THEN b\r\n\r\n### Requirement 2: Zahlen\r\n1. c";
  const tasks =
    "# Plan\n\n- [ ] 1. Bauen\n  - [ ] 1.1 Wände\n\n- [ ] 2. Streichen\n\n## Notes\n\nEnde.\n- [ ] 1.2 Dach\n";
  const texts = {
    "requirements.md": requirements,
    "tasks.md": tasks,
    "design.md": "# How\r\n",
    "spec.json": "{}",
    ".config.kiro": '{"specType":"feature"}',
    "pictures/a.png": "x",
  };
  const files = givenFiles(
    Object.entries(texts).map(([name, text]) => ({
      path: `.kiro/specs/shop/${name}`,
      file: new Blob([text]),
    })),
  );
  const kiro = kiroIn(files);
  const reading = { tasks: "top", order: "yes" } as const;
  const [source] = (await kiro.find(".kiro", reading)).sources;
  const { plans, files: kept = [] } = await kiro.read(source ?? expect.unreachable(), reading);
  const paths = Object.keys(texts).map((name) => `.kiro/specs/shop/${name}`);
  expect(kept.map(({ path }) => path).sort()).toEqual(paths.sort());
  expect(plans.flatMap(({ files: own = [] }) => own).sort()).toEqual(paths.sort());
  const partOf = (place: Place | undefined) => {
    const bytes = kept.find(({ path }) => path === place?.path)?.bytes;
    return place && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes?.slice(place.from, place.to));
  };
  const parts = plans.flatMap(({ specs = [] }) => specs.map((spec) => partOf(spec.source)));
  expect(parts).toEqual([
    "### Requirement 1: Körbe\r\n1. WHEN a THEN b\r\n\r\n",
    "### Requirement 2: Zahlen\r\n1. c",
    // Lines of others stand between its own.
    undefined,
    "- [ ] 2. Streichen\n\n",
  ]);
  expect(plans[0].sources?.[0]?.source).toEqual({ path: ".kiro/specs/shop/design.md" });
});

it("names the other files and folders of .kiro once each, which an export gives back", async () => {
  const paths = [
    "specs/shop/requirements.md",
    "steering/tech.md",
    "hooks/a.kiro.hook",
    "hooks/b.kiro.hook",
    "mcp.json",
  ];
  const kiro = kiroIn(givenFiles(paths.map((path) => ({ path: `.kiro/${path}`, file: new Blob([small]) }))));
  const reading = { tasks: "top", order: "yes" } as const;
  const { sources, notices } = await kiro.find(".kiro", reading);
  expect(notices.map(({ file, why }) => [file, why])).toEqual(
    ["../hooks", "../mcp.json"].map((file) => [
      file,
      "not imported: no spec and no steering file; an export gives it back",
    ]),
  );
  const { files = [] } = await kiro.read(sources[0] ?? expect.unreachable(), reading);
  expect(files.map(({ path }) => path).sort()).toEqual(paths.map((path) => `.kiro/${path}`).sort());
});
