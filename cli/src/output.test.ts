import fc from "fast-check";
import { expect, it } from "vitest";
import { printable } from "./output.ts";

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

it("lets no control character through, and leaves a printed text as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const shown = printable(text);
      return !/[\p{Cc}\u2028\u2029]/u.test(shown) && printable(shown) === shown;
    }),
  );
});
