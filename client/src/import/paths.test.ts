import { posix } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { above, joined, nameOf } from "./paths.ts";

const part = fc.constantFrom("a", "b.md", ".", "..", "", "/", "/a", "a/", "./a", "../b", "a//b");

it("joins and splits paths like Node, except for a slash at the end", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const expected = posix.join(...parts);
      const path = joined(...parts);
      expect(path).toBe(expected === "/" ? expected : expected.replace(/\/$/, ""));
      const whole = posix.resolve("/", path);
      if (whole === "/") return;
      expect(nameOf(whole)).toBe(posix.basename(whole));
      expect(above(whole)).toBe(posix.dirname(whole));
    }),
  );
});
