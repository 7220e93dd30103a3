import { expect, test } from "vitest";
import { textHash } from "./derived-columns.ts";

test("the hash of a text is SHA-256 in base64url over title and content, separated", () => {
  expect(textHash("a", "b")).toBe("BHPvLcDTJKtlnTWAwRNOnYEgNZBcR4H91tUpsMaGDhM");
  expect(new Set([textHash("a", "b"), textHash("ab", ""), textHash("", "ab"), textHash("b", "a")]).size).toBe(
    4,
  );
});
