import fc from "fast-check";
import { expect, it } from "vitest";
import { chunks } from "./chunks.ts";

const limit = 8 * 1024 * 1024;
const bodyOf = (specs: unknown[]) => Buffer.byteLength(JSON.stringify({ specs }));
/** A spec as large as the API accepts, which takes three times as much in JSON. */
const large = (text: string) => ({ title: "large", content: text.repeat(262_144 / Buffer.byteLength(text)) });

it("makes parts of at most 500 specs in bodies under 8 MiB, with every spec once and in order", () => {
  const spec = fc.oneof(
    { weight: 300, arbitrary: fc.record({ title: fc.string(), content: fc.string() }) },
    fc.constantFrom(large("a"), large("\n"), large("\u0001"), large("é")),
  );
  fc.assert(
    fc.property(fc.array(spec, { maxLength: 1200, size: "max" }), (specs) => {
      const parts = [...chunks(specs)];
      expect(parts.flat()).toEqual(specs);
      for (const part of parts) {
        expect(part.length).toBeGreaterThan(0);
        expect(part.length).toBeLessThanOrEqual(500);
        expect(bodyOf(part)).toBeLessThanOrEqual(limit);
      }
    }),
    { numRuns: 20 },
  );
});

it("fills a part before it begins the next", () => {
  const small = Array.from({ length: 1001 }, (_, n) => ({ title: `${n}`, content: "" }));
  expect([...chunks(small)].map((part) => part.length)).toEqual([500, 500, 1]);
  const big = Array.from({ length: 60 }, () => large("a"));
  expect([...chunks(big)].map((part) => part.length)).toEqual([27, 27, 6]);
});

it("makes no part of an empty list", () => {
  expect([...chunks([])]).toEqual([]);
});
