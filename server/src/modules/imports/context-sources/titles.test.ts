import { characters } from "@groundplan/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isNumbered, titlesOf } from "./titles.ts";

it("gives each source of a folder its own title, and remembers the original", () => {
  const title = fc.oneof(
    fc.constantFrom("a", "a (2)", "a.md", "a (2).md", ".md", "1.2"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }).map((text) => `x${text}`.repeat(2)),
    fc.constantFrom("😀".repeat(200), `${"y".repeat(190)}.markdown`),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("", "steering"), title), { maxLength: 30 }), (all) => {
      const titles = titlesOf([{ folder_path: "", title: "a" }]);
      const given = all.map(([folder, wanted]) => [folder, titles.take(folder, wanted), wanted] as const);
      const keys = given.map(([folder, got]) => `${folder}/${got}`);
      expect(new Set([...keys, "/a"]).size).toBe(keys.length + 1);
      for (const [, got, wanted] of given) {
        expect(isNumbered(got, wanted)).toBe(true);
        if (characters(wanted) <= 200) expect(characters(got)).toBeLessThanOrEqual(200);
      }
    }),
    { numRuns: 300 },
  );
});

it("releases a title that a source gives up", () => {
  const titles = titlesOf([{ folder_path: "", title: "a" }]);
  expect(titles.give({ folder_path: "", title: "a" }, "b")).toBe("b");
  expect(titles.take("", "a")).toBe("a");
  expect(titles.take("", "a")).toBe("a (2)");
});

it("mistakes no person's title for a numbered one", () => {
  for (const title of ["a (1)", "a (02)", "a 2", "b (2)", "a (2) more"])
    expect(isNumbered(title, "a")).toBe(false);
});
