import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sha256 } from "./sha256.ts";

it("gives the digest that Node gives, of texts of any length", () => {
  for (let length = 0; length < 130; length++)
    expect(sha256("a".repeat(length))).toBe(hash("sha256", "a".repeat(length), "hex"));
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(hash("sha256", text, "hex"));
    }),
    { numRuns: 30 },
  );
});
