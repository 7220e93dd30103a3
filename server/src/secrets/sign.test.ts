import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sign } from "./sign.ts";

const key = createSecretKey(randomBytes(32));

test("a signature is 16 base64url characters and the same for the same key, purpose and text", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ maxLength: 100 }), (text, purpose) => {
      const signature = sign(key, purpose, text);
      expect(signature).toMatch(/^[\w-]{16}$/);
      expect(sign(key, purpose, text)).toBe(signature);
    }),
  );
});

test("another key, purpose or text has another signature", () => {
  const signatures = [
    sign(key, "cursor", "text"),
    sign(createSecretKey(randomBytes(32)), "cursor", "text"),
    sign(key, "link", "text"),
    sign(key, "cursor", "texT"),
    sign(key, "curso", "rtext"),
  ];
  expect(new Set(signatures).size).toBe(signatures.length);
});

test("the algorithm stays the same, so that signatures outlive an upgrade", () => {
  expect(sign(createSecretKey(Buffer.alloc(32, 7)), "cursor", "text")).toBe("Zo2Q0uSJMG1V3KhJ");
});
