import fc from "fast-check";
import { expect, it } from "vitest";
import { hasMarks, markConflicts } from "./mark-conflicts.ts";

it("shows both sides of lines that both changed, and merges the rest", () => {
  const merged = markConflicts({ base: "a\nb\nc\nd", yours: "a\nB\nc\nD", current: "A\nbb\nc\nd" });
  expect(merged).toBe("<<<<<<< yours\na\nB\n=======\nA\nbb\n>>>>>>> Groundplan\nc\nD");
  expect(hasMarks(merged)).toBe(true);
  expect(hasMarks("a\n<<<<<<<\n")).toBe(false);
});

const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 8 }).map((lines) => lines.join("\n"));

it("loses no line of either side", () => {
  fc.assert(
    fc.property(text, text, text, (base, yours, current) => {
      const lines = markConflicts({ base, yours, current }).split("\n");
      if (yours === base) expect(lines.join("\n")).toBe(current);
      else if (current === base || current === yours) expect(lines.join("\n")).toBe(yours);
      const added = (side: string) => side.split("\n").filter((line) => !base.split("\n").includes(line));
      for (const line of [...added(yours), ...added(current)]) expect(lines).toContain(line);
    }),
  );
});
