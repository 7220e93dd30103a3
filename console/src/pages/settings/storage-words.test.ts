import { expect, test } from "vitest";
import { storageWords } from "./storage-words.ts";

test.each([
  [0, null, "0 bytes used, no limit"],
  [1023, 1024, "1,023 bytes of 1 KiB"],
  [1_600_000, 100_000_000, "1.5 MiB of 95 MiB"],
  [12 * 1024 ** 3, 2 * 1024 ** 4, "12 GiB of 2 TiB"],
])("%i of %s bytes are shown in readable units", (usedBytes, quotaBytes, words) => {
  expect(storageWords({ usedBytes, quotaBytes })).toBe(words);
});
