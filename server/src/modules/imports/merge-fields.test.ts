import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeText, mergeValue, type Sides } from "./merge-fields.ts";

const lines = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word} ${n}`);
const onConflict = fc.constantFrom("keep" as const, "theirs" as const, "ours" as const);

describe("mergeText", () => {
  it("takes a text that was rewritten on both sides, or was never imported, as a whole", () => {
    const texts = ["base", "here", "source"].map((word) => lines(600, word).join("\n"));
    const [base = "", here = "", source = ""] = texts;
    for (const before of [base, null]) {
      const sides = { base: before, here, source };
      const kept = mergeText("content", sides, "keep");
      expect(kept).toMatchObject({ value: here, base: before, conflicts: [{ field: "content", line: 1 }] });
      const settled = { base: source, conflicts: [] };
      expect(mergeText("content", sides, "theirs")).toEqual({ value: source, ...settled });
      expect(mergeText("content", sides, "ours")).toEqual({ value: here, ...settled });
    }
  });

  it("takes texts as a whole whose merge would be longer than a text may be", () => {
    const long = "x".repeat(150_000);
    const sides = { base: "a\nb\nc", here: `a ${long}\nb\nc`, source: `a\nb\nc ${long}` };
    const merged = mergeText("content", sides, "keep");
    expect(merged).toMatchObject({ value: sides.here, base: sides.base, conflicts: [{ line: 1 }] });
    expect(mergeText("content", sides, "keep")).toEqual(merged);
  });

  it("shows the first 4,000 characters of long parts, and no half of a character", () => {
    const long = `${"x".repeat(3999)}😀${"y".repeat(9)}`;
    const [conflict] = mergeText("content", { base: "a", here: long, source: "b" }, "keep").conflicts;
    expect(conflict).toEqual({ field: "content", line: 1, here: `${"x".repeat(3999)}…`, source: "b" });
  });
});

describe("mergeValue", () => {
  it("takes the source where only it changed, keeps what only people changed, and settles the rest as it is told", () => {
    const word = fc.constantFrom("a", "b", "c");
    fc.assert(
      fc.property(fc.option(word), word, word, onConflict, (base, here, source, how) => {
        const sides: Sides = { base, here, source };
        const { value, base: next, conflicts } = mergeValue("title", sides, how);
        const isOpen = source !== base && here !== base && here !== source;
        expect(conflicts).toHaveLength(isOpen && how === "keep" ? 1 : 0);
        expect(value).toBe(source === base || (isOpen && how !== "theirs") ? here : source);
        expect(next).toBe(isOpen && how === "keep" ? base : source);
        // The same source again changes nothing.
        expect(mergeValue("title", { base: next, here: value, source }, "keep")).toEqual({
          ...{ value, base: next, conflicts },
        });
      }),
    );
  });
});
