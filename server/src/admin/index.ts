import { readConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { databaseLocation } from "../config/database-location.ts";
import { localAddress } from "../config/local-address.ts";
import type { Command } from "../dispatch/commands.ts";
import {
  createKey,
  createWorkspace,
  type NewKey,
  type Refusal,
  revokeKey,
} from "../modules/identity/admin-commands.ts";
import { hashSecret } from "../modules/identity/key-format.ts";
import { createUser, type NewUser } from "../modules/sign-in/create-user.ts";
import { newLink } from "../modules/sign-in/links.ts";
import { type FirstOwner, makeFirstOwner } from "../modules/sign-in/make-first-owner.ts";
import { resetUser } from "../modules/sign-in/reset-user.ts";
import { type Database, openDatabase } from "../open-database.ts";
import type { JobState } from "../storage/tables/jobs.ts";
import { AdminError, explained } from "./admin-error.ts";
import { type BackupReport, backUp } from "./backup.ts";
import { type CheckReport, check } from "./check.ts";
import { readDatabase } from "./read-database.ts";
import { requireDatabase } from "./require-database.ts";
import { type RestoreReport, restore } from "./restore.ts";
import { whileServed } from "./while-served.ts";

/** Returns the location of the configured database, for display. */
export const adminDatabaseLocation = (env: NodeJS.ProcessEnv): string => databaseLocation(readConfig(env));

/**
 * Creates a user and a membership, whether the service runs or not. With `createWorkspace` it also creates
 * the database, since it is the first command of a setup.
 */
export const adminCreateUser = (env: NodeJS.ProcessEnv, input: NewUser) =>
  run(env, createUser, input, input.createWorkspace);

/** Creates the first user with a workspace and a key, while the service runs. */
export const adminMakeFirstOwner = (env: NodeJS.ProcessEnv, input: FirstOwner) =>
  run(env, makeFirstOwner, input);

/** Creates a workspace, and the database if necessary. */
export const adminCreateWorkspace = (env: NodeJS.ProcessEnv, input: { slug: string }) =>
  run(env, createWorkspace, input, true);

/** Creates a member's API key; its secret is returned only here. */
export const adminCreateKey = (env: NodeJS.ProcessEnv, input: NewKey) => run(env, createKey, input);

/** Creates a one-time link to set a password. */
export async function adminResetUser(
  env: NodeJS.ProcessEnv,
  { email }: { email: string },
): Promise<{ email: string; link: string }> {
  const { publicUrl, host, port } = readConfig(env);
  const secret = newLink();
  const user = await run(env, resetUser, { email, secretHash: hashSecret(secret) });
  return { ...user, link: `${publicUrl ?? localAddress(host, port)}/reset?token=${secret}` };
}

/** Revokes any user's key. */
export const adminRevokeKey = (env: NodeJS.ProcessEnv, input: { id: string }) => run(env, revokeKey, input);

/**
 * Writes a snapshot that either database can be restored from, even while the service runs. Without
 * `secrets`, sealed values are left out.
 */
export async function adminBackup(
  env: NodeJS.ProcessEnv,
  input: { file: string; secrets: boolean },
): Promise<BackupReport> {
  return readDatabase(readConfig(env), (db) => backUp(db, input.file, input.secrets));
}

/** Restores a backup into an empty, unserved database, all or nothing. */
export const adminRestore = (env: NodeJS.ProcessEnv, input: { file: string }): Promise<RestoreReport> =>
  restore(readConfig(env), input.file);

/** Checks the database's integrity and history, even while the service runs. */
export async function adminCheck(env: NodeJS.ProcessEnv): Promise<CheckReport> {
  const config = readConfig(env);
  return readDatabase(config, (db) => check(db, config));
}

export interface JobReport {
  jobs: {
    id: string;
    kind: string;
    state: JobState;
    attempts: number;
    runAt: string;
    lastError: string | null;
  }[];
}

/** Returns waiting, running and dead jobs, oldest first. */
export async function adminJobs(env: NodeJS.ProcessEnv): Promise<JobReport> {
  return withDatabase(env, async ({ db }) => {
    const rows = await db
      .selectFrom("jobs")
      .select(["id", "kind", "state", "attempts", "run_at", "last_error"])
      .where("state", "<>", "done")
      .orderBy("run_at")
      .limit(1000)
      .execute();
    return {
      jobs: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        state: row.state,
        attempts: row.attempts,
        runAt: row.run_at,
        lastError: row.last_error,
      })),
    };
  });
}

async function run<I, O extends object>(
  env: NodeJS.ProcessEnv,
  command: Command<I, O | Refusal>,
  input: I,
  mayMakeDatabase = false,
): Promise<O> {
  const use = async ({ writer }: Database) => {
    const result = await writer.run(command, input).catch((error) => {
      throw explained(error);
    });
    if (isRefusal(result)) throw new AdminError(result.refused);
    return result;
  };
  return withDatabase(env, use, mayMakeDatabase);
}

const isRefusal = (result: object | null): result is Refusal => result !== null && "refused" in result;

async function withDatabase<T>(
  env: NodeJS.ProcessEnv,
  use: (database: Database) => Promise<T>,
  mayMakeDatabase = false,
): Promise<T> {
  const config = readConfig(env);
  if (!(mayMakeDatabase && config.isDatabaseLocationSet)) await requireDatabase(config);
  const database = await openDatabase(config, (error) => {
    throw error;
  });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

export { AdminError, ConfigError, type NewUser, whileServed };
