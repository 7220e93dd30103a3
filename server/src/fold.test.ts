import { expect, it } from "vitest";
import { fold } from "./fold.ts";

it.each([
  ["straße", "STRASSE", "STRAẞE", "Strasse"],
  ["ΟΔΟΣ", "οδος", "οδοσ"],
  ["ﬃ", "FFI", "ffi"],
  ["ŉ", "ʼN", "ʼn"],
  ["ǰ", "J\u030c", "j\u030c"],
  ["ΐ", "Ϊ́", "ΐ"],
  ["և", "ԵՒ"],
  ["İstanbul", "i\u0307STANBUL"],
  ["é", "e\u0301", "É", "E\u0301"],
  ["Ⓐ１", "a1"],
  ["Ꭰ", "ꭰ"],
  ["ſ", "S"],
  ["K", "k"],
  ["ᾳ", "ᾼ", "αι"],
])("folds %s like %s", (first, ...others) => {
  for (const other of others) expect(fold(other), other).toBe(fold(first));
});

it("distinguishes texts that differ in more than case and form", () => {
  for (const [one, other] of [
    ["ı", "i"],
    ["ı", "I"],
    ["ß", "s"],
    ["e", "é"],
    ["σ", "o"],
  ] as const)
    expect(fold(one)).not.toBe(fold(other));
});

it("folds exactly the characters that regular expressions match in either case", () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  const cased = all
    .map((code) => String.fromCodePoint(code))
    .filter((one) => one.normalize("NFKC") === one && one.toLowerCase() !== one);
  expect(cased.length).toBeGreaterThan(1000);
  for (const capital of cased) {
    const small = capital.toLowerCase();
    const isSame = new RegExp(`^${small}$`, "iu").test(capital);
    if (isSame) expect(fold(capital), capital).toBe(fold(small));
  }
});

it("leaves a folded text unchanged", () => {
  const all = Array.from({ length: 0x11000 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
    one.isWellFormed(),
  );
  for (const one of all) {
    const folded = fold(one);
    if (fold(folded) !== folded) expect.fail(`${one} ${folded} ${fold(folded)}`);
  }
});
