import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { createLog } from "../log.ts";
import { createContext } from "../process.ts";
import { SecretKeyError } from "./errors.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundplan-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = (env: Record<string, string> = {}) =>
  createContext(readConfig({ GROUNDPLAN_DATA_DIR: folder, ...env }), createLog("silent"), { jobs: "off" });

it("A start with a key file without a key is refused before a database is created", async () => {
  writeFileSync(join(folder, "secret.key"), "x", { mode: 0o600 });
  const error = await start().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(SecretKeyError);
  expect(String(error)).toContain(`The key file ${folder}/secret.key must hold 32 bytes`);
  expect(readdirSync(folder)).toEqual(["secret.key"]);
});

it("A start with an invalid key setting is refused before a database is created, whatever the key file contains", async () => {
  writeFileSync(join(folder, "secret.key"), "x", { mode: 0o600 });
  await expect(start({ GROUNDPLAN_SECRET_KEY: "abc" })).rejects.toThrow(/^GROUNDPLAN_SECRET_KEY must hold/);
  expect(readdirSync(folder)).toEqual(["secret.key"]);
});
