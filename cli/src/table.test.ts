import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sayTable } from "./table.ts";

let printed = "";
const own = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
beforeEach(() => {
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  Object.assign(process.stdout, own);
  vi.restoreAllMocks();
});

function shown(columns: number | undefined, headings: string[], rows: string[][]): string[] {
  printed = "";
  Object.assign(process.stdout, { isTTY: columns !== undefined, columns });
  sayTable(headings, rows);
  return stripVTControlCharacters(printed).split("\n").slice(0, -1);
}

const long = "A title that is longer than any terminal is wide";

it("prints whole values where there is no terminal", () => {
  expect(shown(undefined, ["ID", "TITLE"], [["1", long]])).toEqual(["ID  TITLE", `1   ${long}`]);
});

it("cuts the widest columns to the width of a terminal", () => {
  expect(shown(30, ["ID", "TITLE", "STATUS"], [["PLAN-1", long, "Done"]])).toEqual([
    "ID      TITLE           STATUS",
    "PLAN-1  A title that …  Done",
  ]);
});

const id = "01a22c66-7ba1-7d64-be67-c2a31f7fa189";

it("never cuts the first column, which the next command takes, and leaves out the last ones instead", () => {
  const row = [id, long, long, long, long, long];
  expect(shown(80, ["ID", "A", "B", "C", "D", "E"], [row])[1]).toBe(
    `${id}  ${Array(4).fill("A title…").join("  ")}`,
  );
});

it("leaves out the other columns before titles, and cuts no handle in a later column", () => {
  const headings = ["WAVE", "SPEC", "STATUS", "EFFORT", "TITLE"];
  const row = ["1", "PLAN-100/SPEC-200", "In progress", "Medium", long];
  expect(shown(36, headings, [row])).toEqual([
    "WAVE  SPEC               TITLE",
    "1     PLAN-100/SPEC-200  A title…",
  ]);
});

it("counts wide characters as two", () => {
  const rows = [
    ["1", "写真を整理する", "Done"],
    ["2", "Ab", "Done"],
  ];
  expect(shown(22, ["ID", "TITLE", "STATUS"], rows)).toEqual([
    "ID  TITLE       STATUS",
    "1   写真を整…   Done",
    "2   Ab          Done",
  ]);
});

it("never prints a line wider than the terminal", () => {
  const text = fc.string({ maxLength: 60 });
  const row = fc.tuple(fc.string({ maxLength: 10 }), text, text);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), fc.integer({ min: 28, max: 120 }), (rows, columns) => {
      const lines = shown(columns, ["A", "B", "C"], rows);
      expect(lines).toHaveLength(rows.length + 1);
      for (const line of lines.filter((text) => /^[\x20-\x7e…]*$/.test(text)))
        expect(line.length).toBeLessThanOrEqual(columns);
    }),
  );
});
