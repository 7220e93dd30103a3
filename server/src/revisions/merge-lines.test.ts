import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeLines } from "./merge-lines.ts";

const text = (...lines: string[]) => lines.join("\n");

describe("mergeLines", () => {
  it.each([
    ["changes of both sides apart", "a b c d", "A b c d", "a b c D", "A b c D"],
    ["one side's insert and the other's delete", "a b c d", "a x b c d", "a b c", "a x b c"],
    ["an append and a change at the start", "a b c", "a b c d", "A b c", "A b c d"],
    ["the same change of both once", "a b c", "a X c", "a X c", "a X c"],
    ["the same change of both beside another", "a b c d e", "a X c d e", "a X c d E", "a X c d E"],
    ["a change beside none", "a b", "a b", "x", "x"],
    ["lines that occur often", "- a - b - c", "- A - b - c", "- a - b - c - d", "- A - b - c - d"],
  ])("takes %s", (_, base, current, wanted, merged) => {
    const [b, c, w, m] = [base, current, wanted, merged].map((words) => words.replaceAll(" ", "\n"));
    expect(mergeLines(b ?? "", c ?? "", w ?? "")).toBe(m);
    expect(mergeLines(b ?? "", w ?? "", c ?? "")).toBe(m);
  });

  it.each([
    ["the same line changed differently", "a b c", "a X c", "a Y c"],
    ["neighbouring lines", "a b c d", "a X c d", "a b Y d"],
    ["a change and a delete of one line", "a b c", "a X c", "a c"],
    ["two inserts at one place", "a b", "a X b", "a Y b"],
    ["two different appends", "a", "a X", "a Y"],
    ["a rewrite and a change", "a b c", "x y z", "a B c"],
  ])("refuses %s", (_, base, current, wanted) => {
    const [b, c, w] = [base, current, wanted].map((words) => words.replaceAll(" ", "\n"));
    expect(mergeLines(b ?? "", c ?? "", w ?? "")).toBe(null);
    expect(mergeLines(b ?? "", w ?? "", c ?? "")).toBe(null);
  });

  it("keeps line endings and the end of the file unchanged", () => {
    expect(mergeLines("a\r\nb\r\nc\r\n", "A\r\nb\r\nc\r\n", "a\r\nb\r\nC\r\n")).toBe("A\r\nb\r\nC\r\n");
    expect(mergeLines("a\nb\nc", "a\nb\nc\n", "A\nb\nc")).toBe("A\nb\nc\n");
    expect(mergeLines("", "x", "")).toBe("x");
  });

  /** Generates a base of distinct lines, and each side's edit of each. */
  const edit = fc.constantFrom("keep", "keep", "keep", "change", "delete", "insert");
  const edits = fc.array(fc.record({ ours: edit, theirs: edit }), { minLength: 1, maxLength: 40 });
  const apply = (of: readonly string[], side: string) =>
    of.flatMap((kind, n) => {
      if (kind === "delete") return [];
      if (kind === "change") return [`${side} ${n}`];
      return kind === "insert" ? [`${side} ${n} new`, `base ${n}`] : [`base ${n}`];
    });

  it("never loses a line that only one side changed", () => {
    fc.assert(
      fc.property(edits, (all) => {
        const base = all.map((_, n) => `base ${n}`);
        const ours = apply(
          all.map((part) => part.ours),
          "ours",
        );
        const theirs = apply(
          all.map((part) => part.theirs),
          "theirs",
        );
        const merged = mergeLines(text(...base), text(...ours), text(...theirs))?.split("\n");
        if (!merged) return;
        for (const side of [ours, theirs]) {
          const added = side.filter((line) => !base.includes(line));
          expect(merged).toEqual(expect.arrayContaining(added));
          const removed = base.filter((line) => !side.includes(line));
          for (const line of removed) expect(merged).not.toContain(line);
        }
        const kept = base.filter((line) => ours.includes(line) && theirs.includes(line));
        expect(merged.filter((line) => base.includes(line))).toEqual(kept);
      }),
      { numRuns: 500 },
    );
  });

  it("merges whenever a line that neither side touched lies between all changes", () => {
    const apart = fc.array(fc.record({ side: fc.constantFrom("ours", "theirs"), kind: edit }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(apart, (all) => {
        const spread = (side: string) =>
          all.flatMap((part) => [part.side === side ? part.kind : "keep", "keep", "keep"]);
        const base = spread("").map((_, n) => `base ${n}`);
        const [ours, theirs] = [apply(spread("ours"), "ours"), apply(spread("theirs"), "theirs")];
        const both = spread("").flatMap((_, n) => {
          const [mine, other] = [spread("ours")[n] ?? "keep", spread("theirs")[n] ?? "keep"];
          const [side, kind] = mine === "keep" ? ["theirs", other] : ["ours", mine];
          return apply([...Array(n).fill("delete"), kind], side);
        });
        expect(mergeLines(text(...base), text(...ours), text(...theirs))).toBe(text(...both));
      }),
      { numRuns: 300 },
    );
  });

  it("merges any texts the same from both sides, and returns one side's text if the other changed nothing", () => {
    const words = fc
      .array(fc.constantFrom("a", "b", "", "- x"), { maxLength: 14 })
      .map((part) => text(...part));
    fc.assert(
      fc.property(words, words, words, (base, ours, theirs) => {
        expect(mergeLines(base, ours, theirs)).toBe(mergeLines(base, theirs, ours));
        expect(mergeLines(base, base, theirs)).toBe(theirs);
        expect(mergeLines(base, ours, base)).toBe(ours);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["blank", (n: number) => (n % 2 ? "" : `line ${n}`)],
    ["the same", () => "x"],
    ["of two kinds", (n: number) => (n % 3 ? "a" : "b")],
  ])("merges a hundred thousand lines even if most are %s", (_, lineOf) => {
    const base = Array.from({ length: 100_000 }, (_, n) => lineOf(n));
    const changed = (side: string, at: number[]) => base.map((line, n) => (at.includes(n) ? side : line));
    const merged = mergeLines(
      text(...base),
      text(...changed("ours", [10, 50_000, 99_000])),
      text(...changed("theirs", [500, 70_000, 99_500])),
    );
    expect(merged?.split("\n").filter((line) => line === "ours" || line === "theirs")).toHaveLength(6);
  });

  it("soon gives up on rewritten texts", () => {
    const base = Array.from({ length: 60_000 }, (_, n) => `l${n % 7}`);
    const rewritten = (of: number) => base.map((_, n) => `l${(n * n + of) % 5}`);
    expect(mergeLines(text(...base), text(...rewritten(1)), text(...rewritten(2)))).toBe(null);
  });
});
