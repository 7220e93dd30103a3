import { ChangeSet } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { changesBetween } from "./changes.ts";
import { lineEndsOf } from "./line-ends.ts";

const text = fc
  .array(fc.constantFrom("a", "b", "\n", "\n\n", "é", "🧭", "a line\n"), { maxLength: 40 })
  .map((parts) => parts.join(""));

it("Applying the changes between two texts yields the second", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = changesBetween(before, after);
      const now = parts.reduceRight(
        (all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to),
        before,
      );
      expect(now).toBe(after);
      expect(ChangeSet.of(parts, before.length, "\n").length).toBe(before.length);
    }),
  );
});

it("A text keeps its line ends", () => {
  const any = fc
    .array(fc.constantFrom("a", "\r", "\n", "\r\n", "b"), { maxLength: 20 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(any, (was) => {
      const ends = lineEndsOf(was);
      expect(ends.toText(ends.toLines(was))).toBe(was);
    }),
  );
  expect(lineEndsOf("a\r\nb\r\n").toLines("a\r\nb\r\n")).toBe("a\nb\n");
  expect(lineEndsOf("a\r\nb\n").toLines("a\r\nb\n")).toBe("a\r\nb\n");
});
