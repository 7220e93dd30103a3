import fc from "fast-check";
import { expect, test } from "vitest";
import { bytes, characters, isPlainAddress, name, text } from "./text.ts";

/** Generates arbitrary UTF-16 units, including unpaired and reversed surrogates. */
const units = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7ff, max: 0xe000 })), {
    maxLength: 30,
  })
  .map((codes) => String.fromCharCode(...codes));
const anyText = fc.oneof(
  units,
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);

test("a character is a Unicode code point, and half a surrogate pair counts as one", () => {
  fc.assert(fc.property(anyText, (value) => characters(value) === Array.from(value).length));
});

test("a text is accepted up to its limit in characters and not beyond", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 30 }), (value, max) => {
      expect(text(max).safeParse(value).success).toBe(Array.from(value).length <= max);
    }),
  );
});

test("a limit in bytes counts UTF-8", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 120 }), (value, max) => {
      expect(bytes(max).safeParse(value).success).toBe(Buffer.byteLength(value) <= max);
    }),
  );
});

test("of all addresses that fold to one, one is plain, and plain ones fold to different ones", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }), (value) => {
      const folded = value.normalize("NFKC").toLowerCase().normalize("NFKC").toLowerCase();
      const lower = value.toLowerCase();
      if (isPlainAddress(lower)) expect(lower).toBe(folded);
    }),
  );
  for (const odd of ["\u0131", "\u017f", "\ufb01", "\uff41", "e\u0301", "a\u200b", "a\u00ad", "a\ufe0f"])
    expect(isPlainAddress(odd)).toBe(false);
  for (const plain of ["a", "\u00e9", "\u00df", "\u674e", "x.y+z"]) expect(isPlainAddress(plain)).toBe(true);
});

const parsed = (value: string) => name().safeParse(value).data;

test("a name is trimmed, has 1 to 200 characters and no control characters", () => {
  expect(name().parse("  Billing \u{1F4B8} ")).toBe("Billing \u{1F4B8}");
  expect(name().safeParse("\u{1F4B8}".repeat(200)).success).toBe(true);
  expect(name().safeParse("\u{1F4B8}".repeat(201)).success).toBe(false);
  for (const wrong of ["", " \t ", "a\nb", "a\u0000b", "a\u0085b"])
    expect(name().safeParse(wrong).success).toBe(false);
});

test("a name has at least one visible character", () => {
  for (const blank of [
    "\u200b",
    "\u200e\u200f",
    "\u00ad \u2060",
    "\u3164",
    "\u2800",
    "\ufe0f\ufeff",
    "\u{e0020}",
  ])
    expect(
      name()
        .safeParse(blank)
        .error?.issues.map(({ message }) => message),
    ).toEqual(["must have a visible character"]);
  for (const shown of ["\u200fשלום", "a\u200b", ".", "👩\u200d💻", "ㄱ", "\u0301"])
    expect(parsed(shown)).toBe(shown);
});
