import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "groundplan-key-race-"));
});
afterAll(() => rmSync(parent, { recursive: true }));

const PROCESSES = 4;
const ROUNDS = 25;

/** Loads a keyring in each round's folder at the same moment as the other processes; prints the ids. */
const script = `
  import { loadKeyring } from ${JSON.stringify(join(import.meta.dirname, "keyring.ts"))};
  const [parent, start] = process.argv.slice(1);
  const ids = [];
  for (let round = 0; round < ${ROUNDS}; round++) {
    while (Date.now() < Number(start) + round * 20);
    ids.push(loadKeyring({ dataDir: parent + "/" + round }).currentId);
  }
  console.log(JSON.stringify(ids));
`;

test("processes that start at the same time end with the same key", async () => {
  const start = String(Date.now() + 2_000);
  const runs = Array.from({ length: PROCESSES }, async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, parent, start]);
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    expect(error).toBe("");
    return JSON.parse(out) as string[];
  });
  const results = await Promise.all(runs);
  expect(results[0]).toHaveLength(ROUNDS);
  expect(new Set(results[0]).size).toBe(ROUNDS);
  for (const ids of results) expect(ids).toEqual(results[0]);
  for (const folder of readdirSync(parent)) expect(readdirSync(join(parent, folder))).toEqual(["secret.key"]);
});
