import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newDataKey, rewrapDataKey, unwrapDataKey } from "./data-key.ts";
import { SecretKeyError } from "./errors.ts";
import { type Keyring, loadKeyring } from "./keyring.ts";
import { open, type SecretCell, seal } from "./seal.ts";

const dataKey = createSecretKey(randomBytes(32));
const cell: SecretCell = { workspaceId: "w1", table: "trackers", column: "token", rowId: "7" };
const text = fc.string({ unit: "binary" }).filter((value) => value.isWellFormed());

const newKeyText = () => randomBytes(32).toString("base64");
const keyringOf = (...keys: string[]): Keyring =>
  loadKeyring({ secretKey: keys.join(","), dataDir: "/none" });

test("an encrypted secret is decrypted again, whatever the text and the cell", () => {
  fc.assert(
    fc.property(text, text, text, text, text, (workspaceId, table, column, rowId, plaintext) => {
      const there = { workspaceId, table, column, rowId };
      expect(open(dataKey, there, seal(dataKey, there, plaintext))).toBe(plaintext);
    }),
  );
});

test("encrypting twice gives two texts, none of which contains the secret", () => {
  const [one, two] = [1, 2].map(() => seal(dataKey, cell, "lin_api_secret"));
  expect(one).not.toBe(two);
  expect(one).toMatch(/^v1:[0-9a-f]{8}:[\w-]{16}:[\w-]{22}:[\w-]{19}$/);
  expect(Buffer.from(one?.split(":")[4] ?? "", "base64url").toString("latin1")).not.toContain("lin_");
});

test("an encrypted secret is decrypted in no other cell", () => {
  const sealed = seal(dataKey, cell, "secret");
  for (const part of ["workspaceId", "table", "column", "rowId"] as const) {
    expect(() => open(dataKey, { ...cell, [part]: `${cell[part]}x` }, sealed)).toThrow(SecretKeyError);
  }
});

test.each(["", "|", ",", ":", '"', '","', "\\", "\0"])(
  "cells whose names are split differently by %j are different",
  (border) => {
    const one = { ...cell, table: `a${border}b`, column: "c" };
    const other = { ...cell, table: "a", column: `b${border}c` };
    expect(() => open(dataKey, other, seal(dataKey, one, "secret"))).toThrow(SecretKeyError);
  },
);

test("changing, dropping or adding any one character makes an encrypted secret unreadable", () => {
  const sealed = seal(dataKey, cell, "secret");
  for (let i = 0; i <= sealed.length; i++) {
    for (const replacement of ["", "A", "B", "0", "=", ":", "\n", " "]) {
      for (const rest of [sealed.slice(i), sealed.slice(i + 1)]) {
        const altered = sealed.slice(0, i) + replacement + rest;
        if (altered === sealed) continue;
        expect(() => open(dataKey, cell, altered), JSON.stringify(altered)).toThrow(SecretKeyError);
      }
    }
  }
});

test("another data key decrypts nothing, and the error contains neither secret nor key", () => {
  const other = createSecretKey(randomBytes(32));
  const sealed = seal(dataKey, cell, "hunter2");
  // The second has the right key id but the wrong key.
  const renamed = sealed.replace(/^v1:\w+/, seal(other, cell, "").slice(0, 11));
  for (const box of [sealed, renamed, "", "v1", "hunter2"]) {
    expect(() => open(other, cell, box)).toThrow(SecretKeyError);
    expect(() => open(other, cell, box)).not.toThrow(/hunter2/);
  }
});

test("a wrapped data key is unwrapped only for its own workspace and under its own master key", () => {
  const [mine, foreign] = [keyringOf(newKeyText()), keyringOf(newKeyText())];
  const wrapped = newDataKey(mine, "w1");
  const sealed = seal(unwrapDataKey(mine, "w1", wrapped), cell, "secret");
  expect(open(unwrapDataKey(mine, "w1", wrapped), cell, sealed)).toBe("secret");
  expect(() => unwrapDataKey(mine, "w2", wrapped)).toThrow(SecretKeyError);
  expect(() => unwrapDataKey(foreign, "w1", wrapped)).toThrow(/add the earlier key/);
  expect(newDataKey(mine, "w1")).not.toBe(wrapped);
});

test("rotation rewraps a data key under the new master key, and the old one is no longer needed", () => {
  const [oldKey, newKey] = [newKeyText(), newKeyText()];
  const wrapped = newDataKey(keyringOf(oldKey), "w1");
  const sealed = seal(unwrapDataKey(keyringOf(oldKey), "w1", wrapped), cell, "secret");

  const both = keyringOf(newKey, oldKey);
  expect(open(unwrapDataKey(both, "w1", wrapped), cell, sealed)).toBe("secret");
  const rewrapped = rewrapDataKey(both, "w1", wrapped) ?? "";
  expect(open(unwrapDataKey(keyringOf(newKey), "w1", rewrapped), cell, sealed)).toBe("secret");
  expect(rewrapDataKey(both, "w1", rewrapped)).toBeNull();
  expect(() => rewrapDataKey(both, "w2", wrapped)).toThrow(SecretKeyError);
});
