import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGitHub } from "@groundplan/tracker-stand-ins/github";
import { createClient } from "../client/src/index.ts";
import { buildConsole } from "./build/console.ts";
import { makePeople } from "./dev/people.ts";
import { makePlans } from "./dev/plans.ts";
import { startService } from "./dev/service.ts";
import { connectTracker } from "./dev/tracker.ts";

/** Runs `npm run dev`: a service with example data in a temporary folder. PORT and other settings apply. */
const folder = mkdtempSync(join(tmpdir(), "groundplan-dev-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const { DATABASE_URL: _notThisOne, ...outside } = process.env;

await buildConsole();
const github = await startGitHub();
const env = { ...outside, GROUNDPLAN_DATA_DIR: folder, GROUNDPLAN_GITHUB_API_URL: github.url };
const people = await makePeople(env);
const service = startService(env);
let isEnding = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    isEnding = true;
    service.end();
  });
}

const url = await service.url;
if (url !== null) {
  await fill(url).catch((error) => {
    service.end();
    if (!isEnding) throw error;
  });
}
process.exitCode = await service.exited;
await github.close();

async function fill(url: string): Promise<void> {
  const ada = createClient({ url, apiKey: people.ada.key });
  await makePlans(ada, people.grace.id);
  const tracker = await connectTracker(ada, github);
  process.stdout.write(`
  ${url}, with the project "web", and plans of two people:
    Ada, the owner     export GROUNDPLAN_URL=${url} GROUNDPLAN_API_KEY=${people.ada.key}
    Grace, a member    export GROUNDPLAN_URL=${url} GROUNDPLAN_API_KEY=${people.grace.key}
  ${tracker}
  Ctrl-C ends it and removes everything.
`);
}
