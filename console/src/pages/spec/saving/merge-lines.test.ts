import fc from "fast-check";
import { expect, it } from "vitest";
import { mergeLines, textOf } from "./merge-lines.ts";

const lines = fc
  .array(fc.constantFrom("a", "b", "c", "d", ""), { minLength: 1, maxLength: 12 })
  .map((all) => all.join("\n"));

it("Choosing one side for every conflict keeps all of its changes", () => {
  fc.assert(
    fc.property(lines, lines, (base, mine) => {
      const ranges = mergeLines(base, mine, base);
      expect(
        textOf(
          ranges,
          ranges.map(() => "yours" as const),
        ),
      ).toBe(mine);
      const theirs = mergeLines(base, base, mine);
      expect(
        textOf(
          theirs,
          theirs.map(() => "current" as const),
        ),
      ).toBe(mine);
    }),
  );
});

it("Changes by one side are settled, and the rest are conflicts with both sides", () => {
  const ranges = mergeLines("1\n2\n3\n4\n5", "1\nmine\n3\n4\n5!", "0\n1\ntheirs\n3\n4\n5");
  expect(ranges).toEqual([
    { kind: "settled", text: "0\n1" },
    { kind: "open", base: "2", yours: "mine", current: "theirs" },
    { kind: "settled", text: "3\n4\n5!" },
  ]);
  expect(textOf(ranges, ["current"])).toBe("0\n1\ntheirs\n3\n4\n5!");
  expect(textOf(ranges, ["both"])).toBe("0\n1\ntheirs\nmine\n3\n4\n5!");
});

it("Lines that the chosen side deleted stay deleted", () => {
  const ranges = mergeLines("1\n2\n3", "1\n3", "1\n2!\n3");
  expect(textOf(ranges, ["yours"])).toBe("1\n3");
  expect(textOf(ranges, ["current"])).toBe("1\n2!\n3");
});
