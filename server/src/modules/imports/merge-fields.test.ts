import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeText, mergeValue, type Sides } from "./merge-fields.ts";

const lines = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word} ${n}`);
const onConflict = fc.constantFrom("keep" as const, "theirs" as const, "ours" as const);

describe("mergeText", () => {
  it("merges a text as a whole if both sides rewrote it, or if it was never imported", () => {
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

  it("merges texts as a whole if the result would exceed the length limit", () => {
    const long = "x".repeat(150_000);
    const sides = { base: "a\nb\nc", here: `a ${long}\nb\nc`, source: `a\nb\nc ${long}` };
    const merged = mergeText("content", sides, "keep");
    expect(merged).toMatchObject({ value: sides.here, base: sides.base, conflicts: [{ line: 1 }] });
    expect(mergeText("content", sides, "keep")).toEqual(merged);
  });

  it("shows the first 4,000 characters of long parts, without splitting a character", () => {
    const long = `${"x".repeat(3999)}😀${"y".repeat(9)}`;
    const [conflict] = mergeText("content", { base: "a", here: long, source: "b" }, "keep").conflicts;
    expect(conflict).toEqual({ field: "content", line: 1, here: `${"x".repeat(3999)}…`, source: "b" });
  });
});

describe("mergeValue", () => {
  it("accepts changes of the source alone, keeps those of people alone, and resolves the rest as requested", () => {
    const word = fc.constantFrom("a", "b", "c");
    fc.assert(
      fc.property(fc.option(word), word, word, onConflict, (base, here, source, how) => {
        const sides: Sides = { base, here, source };
        const { value, base: next, conflicts } = mergeValue("title", sides, how);
        const isOpen = source !== base && here !== base && here !== source;
        expect(conflicts).toHaveLength(isOpen && how === "keep" ? 1 : 0);
        expect(value).toBe(source === base || (isOpen && how !== "theirs") ? here : source);
        expect(next).toBe(isOpen && how === "keep" ? base : source);
        expect(mergeValue("title", { base: next, here: value, source }, "keep")).toEqual({
          value,
          base: next,
          conflicts,
        });
      }),
    );
  });
});
