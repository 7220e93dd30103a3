import fc from "fast-check";
import { expect, it } from "vitest";
import { capResult } from "./cap-result.ts";

const part = fc.oneof(
  fc.record({ type: fc.constant("text"), text: fc.string({ unit: "binary", maxLength: 50 }) }),
  fc.record({ type: fc.constant("text"), text: fc.nat(400_000).map((length) => "é".repeat(length)) }),
  fc.record({ type: fc.constant("image"), data: fc.nat(300_000).map((length) => "A".repeat(length)) }),
);

it("an answer is passed on whole or as its beginning, and says which", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (content, isError) => {
      const result = capResult({ content, isError });
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(300_000);
      expect(result.isError).toBe(isError);
      // The last part of a truncated one may be the beginning of a text.
      const whole = result.truncated ? result.content.slice(0, -1) : result.content;
      expect(whole).toEqual(content.slice(0, result.truncated ? whole.length : content.length));
    }),
    { numRuns: 100 },
  );
});

it("a long text is kept as far as it fits, whatever the size of its characters", () => {
  for (const character of ["a", "é", "€", "😀", "\u0001", '"']) {
    const { content, truncated } = capResult({
      content: [{ type: "text", text: character.repeat(400_000) }],
    });
    const size = Buffer.byteLength(JSON.stringify(content[0]));
    expect([truncated, size <= 256 * 1024], character).toEqual([true, true]);
    expect(size, character).toBeGreaterThan(256 * 1024 - 20);
    expect(content[0]?.text).toMatch(/[^\ufffd]…$/);
  }
});

it("a part with excessive nesting is left out", () => {
  let deep: object = {};
  for (let depth = 0; depth < 100_000; depth++) deep = { deep };
  expect(
    capResult({
      content: [
        { type: "text", text: "a" },
        { type: "x", deep },
      ],
    }),
  ).toEqual({
    content: [{ type: "text", text: "a" }],
    isError: false,
    truncated: true,
  });
});
