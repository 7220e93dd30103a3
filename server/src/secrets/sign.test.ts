import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sign, verify } from "./sign.ts";

const key = createSecretKey(randomBytes(32));

test("a signature is 16 base64url characters and verifies for its key, purpose and text", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ maxLength: 100 }), (text, purpose) => {
      const signature = sign(key, purpose, text);
      expect(signature).toMatch(/^[\w-]{16}$/);
      expect(verify(key, purpose, text, signature)).toBe(true);
    }),
  );
});

test("another key, purpose or text, or any other spelling, does not verify", () => {
  const signature = sign(key, "cursor", "text");
  expect(verify(createSecretKey(randomBytes(32)), "cursor", "text", signature)).toBe(false);
  expect(verify(key, "link", "text", signature)).toBe(false);
  expect(verify(key, "cursor", "texT", signature)).toBe(false);
  expect(verify(key, "curso", "rtext", signature)).toBe(false);
  for (const altered of [
    "",
    signature.slice(1),
    `${signature}=`,
    `${signature} `,
    `é${signature.slice(1)}`,
  ]) {
    expect(verify(key, "cursor", "text", altered), altered).toBe(false);
  }
  for (let i = 0; i < signature.length; i++) {
    const other = signature[i] === "A" ? "B" : "A";
    expect(verify(key, "cursor", "text", signature.slice(0, i) + other + signature.slice(i + 1))).toBe(false);
  }
});

test("the algorithm stays the same, so that signatures outlive an upgrade", () => {
  expect(sign(createSecretKey(Buffer.alloc(32, 7)), "cursor", "text")).toBe("Zo2Q0uSJMG1V3KhJ");
});
