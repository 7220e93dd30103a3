import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { printable, sayJson } from "./output.ts";

it.each([
  ["\u001b[31mred\u001b[0m", "red"],
  ["\u001b]0;title\u0007after", "after"],
  ["\u001b]8;;http://evil.example\u0007click\u001b]8;;\u0007", "click"],
  ["one\r\ntwo\tthree\u2028four", "one two three four"],
  ["bell\u0007 \u0000nul \u009b31mC1", "bell nul C1"],
  ["safe\u202egnp.exe", "safegnp.exe"],
  ["写真アルバム 👩‍💻 ünï", "写真アルバム 👩‍💻 ünï"],
])("%j is shown as %j", (text, shown) => {
  expect(printable(text)).toBe(shown);
});

it("lets no control character through, and leaves a printed text unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const shown = printable(text);
      return !/[\p{Cc}\u2028\u2029]/u.test(shown) && printable(shown) === shown;
    }),
  );
});

it("prints the same value as JSON, without a character that could control a terminal", () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const value = { title: "a\u009b31m\u001b[2J\u202eb\u007f", list: [1, null, "写真"] };
  sayJson(value);
  const text = String(write.mock.calls[0]?.[0]);
  write.mockRestore();
  expect(text.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(JSON.parse(text)).toEqual(value);
});
