import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createPlan, createProject, createSpecBatch, type Endpoint } from "@groundplan/contract";
import type { Actor } from "../server/src/actor.ts";
import { adminCreateKey, adminCreateUser } from "../server/src/admin/index.ts";
import { readConfig } from "../server/src/config/config.ts";
import { apiKeyCredential } from "../server/src/modules/identity/api-key-credential.ts";
import { hashSecret } from "../server/src/modules/identity/key-format.ts";
import { openDatabase } from "../server/src/open-database.ts";
import type { Db } from "../server/src/storage/dialect.ts";
import { type Server, startServer } from "./children.ts";
import { specText } from "./texts.ts";

/** The plan for rows that need only one, and its initial number of specs. */
export const path = { projectSlug: "web", planShortId: "PLAN-1" };
export const plan = `/v1/projects/${path.projectSlug}/plans/${path.planShortId}`;
const specs = 60;

export type Settings = Record<string, string>;

export interface Data {
  settings: Settings;
  actor: Actor;
  key: string;
}

export const folder = "GROUNDPLAN_DATA_DIR";
export const email = "bench@acme.example";

/** Returns the settings. `DATABASE_URL` is always set, to override the caller's. */
export const settingsOf = (dataDir: string, databaseUrl = ""): Settings => ({
  [folder]: dataDir,
  DATABASE_URL: databaseUrl,
  PORT: "0",
  GROUNDPLAN_RATE_LIMIT: "1000000000",
});

export const emptyFolder = (databaseUrl?: string) =>
  settingsOf(mkdtempSync(join(tmpdir(), "groundplan-bench-")), databaseUrl);

export const databaseOf = ({ settings }: Data) => join(settings[folder] ?? "", "groundplan.db");

export const removeFolder = (settings: Settings) =>
  rmSync(settings[folder] ?? "", { recursive: true, force: true });

export async function withPerson(settings: Settings): Promise<Data> {
  const person = { email, name: "Bench", workspace: "acme", role: "OWNER" as const };
  await adminCreateUser(settings, { ...person, createWorkspace: true, platformAdmin: false });
  const { secret } = await adminCreateKey(settings, {
    email,
    workspace: "acme",
    scope: "write",
    name: "bench",
  });
  return withDatabase(settings, async ({ db }) => ({ settings, ...(await personOf(db, secret)) }));
}

export async function personOf(db: Db, key: string): Promise<{ key: string; actor: Actor }> {
  const found = await apiKeyCredential.find(db, hashSecret(key));
  if (!found) throw new Error("the key is not known");
  return { key, actor: found.actor };
}

export function copyOf(data: Data): Data {
  const settings = emptyFolder();
  cpSync(data.settings[folder] ?? "", settings[folder] ?? "", { recursive: true });
  return { ...data, settings };
}

let made: Promise<Data> | undefined;

/** Returns a copy of cached data: a project with a plan and some specs of 2 KB. */
export async function freshData(): Promise<Data> {
  if (!made) {
    const original = emptyFolder();
    process.on("exit", () => removeFolder(original));
    made = fill(original);
  }
  return copyOf(await made);
}

export async function fill(settings: Settings): Promise<Data> {
  const data = await withPerson(settings);
  await withDatabase(settings, async ({ writer }) => {
    const make = (endpoint: Endpoint, params: object, body: object) =>
      writer.write({ endpoint }, { actor: data.actor, input: { params, query: {}, body } });
    await make(createProject, {}, { name: "Web" });
    await make(createPlan, path, { name: "Sign in with a key" });
    const bodies = Array.from({ length: specs }, (_, at) => ({
      title: `Spec ${at + 1}`,
      content: specText(at),
      effort: (at % 5) + 1,
    }));
    await make(createSpecBatch, path, { specs: bodies });
  });
  return data;
}

export async function withDatabase<T>(
  settings: Settings,
  use: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(readConfig(settings), (error) => {
    throw error;
  });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** The Node options of `cli/bin/groundplan.js`. */
const nodeOptions = ["--min-semi-space-size=4", "--max-semi-space-size=4", "--initial-old-space-size=32"];

/** Runs the service on some data while `use` runs. */
export async function withService<T>(
  data: Data,
  use: (service: Server) => Promise<T>,
  { env = {}, cpu }: { env?: Settings; cpu?: string | undefined } = {},
): Promise<T> {
  const service = await startServer("server.ts", { ...data.settings, ...env }, cpu, nodeOptions);
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
}

/** Waits until the service has been idle for a second, after indexing and grading directly inserted rows. */
export async function untilIdle({ cpu }: Server): Promise<void> {
  for (let idle = 0; idle < 5; ) {
    const before = await cpu();
    await sleep(200);
    idle = (await cpu()) - before < 0.01 ? idle + 1 : 0;
  }
}
