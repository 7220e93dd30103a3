import fc from "fast-check";
import { expect, it } from "vitest";
import { placesOf, textOf } from "./places.ts";

const lines = fc
  .array(fc.constantFrom("a", "b", "c", "d", ""), { minLength: 1, maxLength: 12 })
  .map((all) => all.join("\n"));

it("Each side's choice everywhere keeps all that this side changed", () => {
  fc.assert(
    fc.property(lines, lines, (base, mine) => {
      const places = placesOf(base, mine, base);
      expect(
        textOf(
          places,
          places.map(() => "yours" as const),
        ),
      ).toBe(mine);
      const theirs = placesOf(base, base, mine);
      expect(
        textOf(
          theirs,
          theirs.map(() => "current" as const),
        ),
      ).toBe(mine);
    }),
  );
});

it("What one side changed alone is settled, and both sides of the rest are there to choose", () => {
  const places = placesOf("1\n2\n3\n4\n5", "1\nmine\n3\n4\n5!", "0\n1\ntheirs\n3\n4\n5");
  expect(places).toEqual([
    { kind: "settled", text: "0\n1" },
    { kind: "open", base: "2", yours: "mine", current: "theirs" },
    { kind: "settled", text: "3\n4\n5!" },
  ]);
  expect(textOf(places, ["current"])).toBe("0\n1\ntheirs\n3\n4\n5!");
  expect(textOf(places, ["both"])).toBe("0\n1\ntheirs\nmine\n3\n4\n5!");
});

it("Lines that one side took out stay out where that side is chosen", () => {
  const places = placesOf("1\n2\n3", "1\n3", "1\n2!\n3");
  expect(textOf(places, ["yours"])).toBe("1\n3");
  expect(textOf(places, ["current"])).toBe("1\n2!\n3");
});
