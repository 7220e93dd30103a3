import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adminCreateKey, adminCreateUser } from "../server/src/admin/index.ts";
import { readConfig } from "../server/src/config/config.ts";
import { openDatabase } from "../server/src/dispatch/database.ts";
import { type Actor, credentialByHash } from "../server/src/modules/identity/actor.ts";
import { hashSecret } from "../server/src/modules/identity/key-format.ts";
import type { Db } from "../server/src/storage/dialect.ts";
import { type Server, startServer } from "./children.ts";
import { specText } from "./texts.ts";

/** The plan that is read and written where one is enough, and how many specs it starts with. */
export const path = { projectSlug: "web", planShortId: "PLAN-1" };
export const plan = `/v1/projects/${path.projectSlug}/plans/${path.planShortId}`;
const specs = 60;

/** What a service needs to open its data. */
export type Settings = Record<string, string>;

export interface Data {
  settings: Settings;
  actor: Actor;
  key: string;
}

export const folder = "GROUNDPLAN_DATA_DIR";
const email = "bench@acme.example";

/** `DATABASE_URL` is named even where there is none: the caller's own would count. */
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

/** A workspace with a person who owns it, and their key. */
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

/** The person whom a key belongs to. */
export async function personOf(db: Db, key: string): Promise<{ key: string; actor: Actor }> {
  const found = await credentialByHash(db, hashSecret(key));
  if (!found) throw new Error("the key is not known");
  return { key, actor: found.actor };
}

/** A copy of data that stays as it is. */
export function copyOf(data: Data): Data {
  const settings = emptyFolder();
  cpSync(data.settings[folder] ?? "", settings[folder] ?? "", { recursive: true });
  return { ...data, settings };
}

let made: Promise<Data> | undefined;

/** Fresh data with a project, its plan and some specs of 2 KB. Made once and copied. */
export async function freshData(): Promise<Data> {
  if (!made) {
    const original = emptyFolder();
    process.on("exit", () => removeFolder(original));
    made = fill(original);
  }
  return copyOf(await made);
}

/** The same in an empty database. */
export async function fill(settings: Settings): Promise<Data> {
  const data = await withPerson(settings);
  await withDatabase(settings, async ({ writer }) => {
    const make = (name: string, params: object, body: object) =>
      writer.run({ name, actor: data.actor, input: { params, query: {}, body } });
    await make("projects.create", {}, { name: "Web" });
    await make("plans.create", path, { name: "Sign in with a key" });
    const bodies = Array.from({ length: specs }, (_, at) => ({
      title: `Spec ${at + 1}`,
      content: specText(at),
      effort: (at % 5) + 1,
    }));
    await make("specs.batch", path, { specs: bodies });
  });
  return data;
}

/** Opens the data in this process for as long as `use` takes. */
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

/** As `cli/bin/groundplan.js` starts Node. */
const nodeOptions = ["--max-semi-space-size=4", "--initial-old-space-size=32"];

/** The service over some data, for as long as `use` takes. */
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
