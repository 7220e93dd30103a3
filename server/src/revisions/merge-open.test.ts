import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeLines } from "./merge-lines.ts";
import { mergeOpen } from "./merge-open.ts";

/** Texts of few distinct lines, whose differences are ambiguous. */
const texts = fc
  .array(fc.constantFrom("a", "b", "c", "", "- x"), { maxLength: 14 })
  .map((lines) => lines.join("\n"));
const anyThree = { numRuns: 1500 };

const counted = (text: string) => {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

describe("mergeOpen", () => {
  it("shows the lines that both changed, leaves them, and accepts changes of the source alone", () => {
    const merge = mergeOpen("a\nb\nc\nd", "a\nB\nc\nd\nmine", "a\nb 2\nc\nD", "keep");
    expect(merge).toEqual({
      merged: "a\nB\nc\nd\nmine",
      base: "a\nb\nc\nd",
      open: [
        { line: 2, here: "B", source: "b 2" },
        { line: 4, here: "d\nmine", source: "D" },
      ],
    });
    expect(mergeOpen("a\nb\nc", "a\nB\nc", "A\nb\nc 2", "keep")?.open).toHaveLength(1);
    expect(mergeOpen("a\nb\nc\nd", "A\nb\nc\nd", "x\nb\nc\nD", "keep")).toEqual({
      merged: "A\nb\nc\nD",
      base: "a\nb\nc\nD",
      open: [{ line: 1, here: "A", source: "x" }],
    });
  });

  it("takes the source's lines with `theirs` only for conflicts, and resolves for the text here with `ours`", () => {
    const [base, here, source] = ["a\nb\nc\nd", "A\nb\nc\nmine", "x\nb\nc\nd"];
    const theirs = { merged: "x\nb\nc\nmine", base: source, open: [] };
    expect(mergeOpen(base, here, source, "theirs")).toEqual(theirs);
    expect(mergeOpen(base, here, source, "ours")).toEqual({ ...theirs, merged: here });
  });

  it("equals mergeLines if nothing is open after the first round", () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, here, source) => {
        const plain = mergeLines(base, here, source);
        if (plain === null) return;
        expect(mergeOpen(base, here, source, "keep")).toEqual({ merged: plain, base: source, open: [] });
      }),
      anyThree,
    );
  });

  it("changes nothing when it is repeated, and shows the same lines again", () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, here, source) => {
        const first = mergeOpen(base, here, source, "keep");
        if (first) expect(mergeOpen(first.base, first.merged, source, "keep")).toEqual(first);
      }),
      anyThree,
    );
  });

  it("can be repeated if the differences to its new base are found in other lines", () => {
    const [base, source] = ["- x\n\n- x\n\na\n\nb\nb", "\n\n\nc\nb\na"];
    const first = mergeOpen(base, "\nb\n\n\nb\n- x\n\na\n", source, "keep");
    if (!first) expect.fail();
    expect(first.open.length).toBeGreaterThan(0);
    expect(mergeOpen(first.base, first.merged, source, "keep")).toEqual(first);
  });

  it("loses no line that people added", () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, here, source) => {
        const merged = mergeOpen(base, here, source, "keep")?.merged;
        if (merged === undefined) return;
        const [before, after] = [counted(base), counted(merged)];
        for (const [line, count] of counted(here))
          if (!before.has(line)) expect(after.get(line) ?? 0).toBeGreaterThanOrEqual(count);
      }),
      anyThree,
    );
  });

  it("returns the source if nobody changed the text here, and its lines for every conflict with `theirs`", () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, here, source) => {
        expect(mergeOpen(base, base, source, "theirs")?.merged).toBe(source);
        const kept = mergeOpen(base, here, source, "keep");
        const taken = mergeOpen(base, here, source, "theirs");
        expect(taken === null).toBe(kept === null);
        if (!kept || !taken) return;
        expect(taken).toEqual({ merged: taken.merged, base: source, open: [] });
        expect(mergeOpen(kept.base, kept.merged, source, "theirs")).toEqual(taken);
        const settled = mergeOpen(base, here, source, "ours");
        expect(settled).toEqual({ merged: kept.merged, base: source, open: [] });
      }),
      anyThree,
    );
  });
});
