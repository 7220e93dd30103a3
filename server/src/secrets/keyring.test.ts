import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SecretKeyError } from "./errors.ts";
import { loadKeyring } from "./keyring.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "groundplan-secrets-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const keyFile = () => join(dataDir, "secret.key");

test("a key means the same in base64, base64url and hex", () => {
  const key = randomBytes(32);
  const ids = (["base64", "base64url", "hex"] as const).map(
    (encoding) => loadKeyring({ secretKey: key.toString(encoding), dataDir }).currentId,
  );
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}$/);
});

test("the first of several keys is current, and the keyring contains all of them", () => {
  const texts = [1, 2, 3].map(() => randomBytes(32).toString("base64"));
  const keyring = loadKeyring({ secretKey: ` ${texts.join(" , ")}\n`, dataDir });
  expect([...keyring.keys.keys()]).toEqual(
    texts.map((secretKey) => loadKeyring({ secretKey, dataDir }).currentId),
  );
  expect(keyring.currentId).toBe([...keyring.keys.keys()][0]);
});

test.each([
  ["a short key", randomBytes(31).toString("base64")],
  ["a long key", randomBytes(33).toString("base64")],
  ["a word", "changeme"],
  ["foreign characters", `${randomBytes(32).toString("hex").slice(0, 63)}!`],
  ["an empty place in a list", `${randomBytes(32).toString("base64")},`],
  ["zeros", Buffer.alloc(32).toString("hex")],
  ["a repeated pattern", "0123456789abcdef".repeat(4)],
])("%s is refused with a sentence that names the variable and not the key", (_what, secretKey) => {
  const load = () => loadKeyring({ secretKey, dataDir });
  expect(load).toThrow(SecretKeyError);
  expect(load).toThrow(/^GROUNDPLAN_SECRET_KEY [^\n]*\.$/);
  expect(load).not.toThrow(secretKey);
});

test("without a given key the first start creates a file that only its owner reads, and later starts read it", () => {
  const first = loadKeyring({ secretKey: "", dataDir: join(dataDir, "new") });
  const path = join(dataDir, "new", "secret.key");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dataDir, "new"))).toEqual(["secret.key"]);
  expect(loadKeyring({ dataDir: join(dataDir, "new") }).currentId).toBe(first.currentId);
});

test("a given key leaves the data folder alone", () => {
  loadKeyring({ secretKey: randomBytes(32).toString("hex"), dataDir });
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a key file may have several keys, one per line", () => {
  const lines = [randomBytes(32).toString("hex"), randomBytes(32).toString("base64url")];
  writeFileSync(keyFile(), `${lines.join("\n")}\n`, { mode: 0o600 });
  expect(loadKeyring({ dataDir }).keys.size).toBe(2);
});

test.each([0o644, 0o640, 0o604, 0o660])("a key file with mode %o is refused and left unchanged", (mode) => {
  loadKeyring({ dataDir });
  chmodSync(keyFile(), mode);
  expect(() => loadKeyring({ dataDir })).toThrow(/chmod 600/);
  expect(statSync(keyFile()).mode & 0o777).toBe(mode);
});

test("a damaged or empty key file is refused, not replaced", () => {
  for (const text of ["", "half a k"]) {
    writeFileSync(keyFile(), text, { mode: 0o600 });
    expect(() => loadKeyring({ dataDir })).toThrow(SecretKeyError);
    expect(readFileSync(keyFile(), "utf8")).toBe(text);
  }
});

test("a missing key file is an error if none may be created", () => {
  expect(() => loadKeyring({ dataDir, create: false })).toThrow(/is missing/);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a data folder that can't contain the file is an error that says what to do", () => {
  writeFileSync(join(dataDir, "file"), "");
  expect(() => loadKeyring({ dataDir: join(dataDir, "file") })).toThrow(/\(E[A-Z]+\).*GROUNDPLAN_SECRET_KEY/);
});

test("a printed keyring shows no key", () => {
  const key = randomBytes(32);
  const keyring = loadKeyring({ secretKey: key.toString("hex"), dataDir });
  const printed = inspect(keyring, { depth: 9, showHidden: true }) + JSON.stringify([...keyring.keys]);
  for (const encoding of ["hex", "base64"] as const) {
    expect(printed).not.toContain(key.toString(encoding).slice(0, 8));
  }
  expect(printed).not.toContain("data:");
});
