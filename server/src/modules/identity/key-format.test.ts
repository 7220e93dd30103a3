import { expect, test } from "vitest";
import { checksumOk, hashSecret, newSecret, visiblePrefix } from "./key-format.ts";

test("a new key is `psk_` and 42 base62 characters, and includes its checksum", () => {
  for (let i = 0; i < 200; i++) {
    const key = newSecret();
    expect(key).toMatch(/^psk_[0-9A-Za-z]{42}$/);
    expect(checksumOk(key), key).toBe(true);
  }
});

test("tokens of other prefixes have the same checksum", () => {
  for (const prefix of ["plan_at_", "plan_rt_"]) {
    expect(newSecret(prefix).startsWith(prefix)).toBe(true);
    expect(checksumOk(newSecret(prefix))).toBe(true);
  }
});

test("the checksum is the CRC-32 of the random part, in six base62 digits, padded with 0", () => {
  // From Python's zlib.
  expect(checksumOk("psk_abcdefghijklmnopqrstuvwxyz0123456789464tr9")).toBe(true);
  expect(checksumOk(`psk_${"138".padStart(36, "0")}00DKtg`)).toBe(true);
});

test("any single wrong character is noticed", () => {
  const key = newSecret();
  for (let i = 4; i < key.length; i++) {
    const other = key[i] === "a" ? "b" : "a";
    expect(checksumOk(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
  }
});

test.each([
  "",
  "psk_",
  newSecret().slice(0, -1),
  `${newSecret()}0`,
  ` ${newSecret()}`,
  `${newSecret()}\n`,
  newSecret(""),
])("%j is not a key", (text) => {
  expect(checksumOk(text)).toBe(false);
});

test("every base62 character is equally likely at every position", () => {
  const keys = Array.from({ length: 2_000 }, () => newSecret().slice(4, 40));
  expect(new Set(keys).size).toBe(keys.length);
  const counts = new Map<string, number>();
  for (const character of keys.join("")) counts.set(character, (counts.get(character) ?? 0) + 1);
  // 72,000 draws: 1,161 expected each, standard deviation 34. A modulo bias would add a quarter to eight of
  // them.
  expect(counts.size).toBe(62);
  for (const [character, count] of counts) {
    expect(count, character).toBeGreaterThan(950);
    expect(count, character).toBeLessThan(1_375);
  }
});

test("the stored hash is SHA-256 in hex, the visible prefix the first 12 characters", () => {
  expect(hashSecret("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(visiblePrefix("psk_abcdefghijkl")).toBe("psk_abcdefgh");
});
