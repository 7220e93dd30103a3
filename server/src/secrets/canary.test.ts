import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { checkCanary, makeCanary } from "./canary.ts";
import { loadKeyring } from "./keyring.ts";

const newKeyText = () => randomBytes(32).toString("base64");
const keyringOf = (...keys: string[]) => loadKeyring({ secretKey: keys.join(","), dataDir: "/none" });

test("the canary distinguishes the right key from an unknown one", () => {
  const [mine, other] = [newKeyText(), newKeyText()];
  const { keyId, sealed } = makeCanary(keyringOf(mine));
  expect(checkCanary(keyringOf(mine), keyId, sealed)).toBe("ok");
  expect(checkCanary(keyringOf(other, mine), keyId, sealed)).toBe("ok");
  expect(checkCanary(keyringOf(other), keyId, sealed)).toBe("unknown");
});

test("a key of the right id that doesn't open the canary is wrong, and so is a damaged canary", () => {
  const keyring = keyringOf(newKeyText());
  const { keyId, sealed } = makeCanary(keyring);
  const impostor = { currentId: keyId, keys: new Map([[keyId, createSecretKey(randomBytes(32))]]) };
  expect(checkCanary(impostor, keyId, sealed)).toBe("wrong");
  expect(checkCanary(keyring, keyId, "")).toBe("wrong");
  expect(checkCanary(keyring, keyId, sealed.slice(0, -1))).toBe("wrong");
});
