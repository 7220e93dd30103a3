import type { Role, Scope } from "@groundplan/contract";
import { ConfigError, readConfig } from "../config/config.ts";
import { openDatabase } from "../dispatch/database.ts";
import type { Command } from "../dispatch/handlers.ts";
import { ApiError } from "../errors.ts";
import { createKey, createUser } from "../modules/identity/admin-commands.ts";
import { AdminError, adminErrorOf } from "./admin-error.ts";

export interface NewUser {
  email: string;
  name: string;
  workspace: string;
  role: Role;
  createWorkspace: boolean;
  platformAdmin: boolean;
}

/** Makes a user and their membership; works while the service runs and while it doesn't, on both databases. */
export const adminCreateUser = (env: NodeJS.ProcessEnv, input: NewUser) =>
  run<{ user: { id: string; email: string }; workspace: { id: string; slug: string } }>(
    env,
    createUser,
    input,
  );

/** Makes a key for a member; the secret is returned this once. */
export const adminCreateKey = (
  env: NodeJS.ProcessEnv,
  input: { email: string; workspace: string; scope: Scope; name: string },
) =>
  run<{
    key: { id: string; name: string; prefix: string; scope: string; createdAt: string };
    secret: string;
  }>(env, createKey, input);

export interface JobReport {
  jobs: {
    id: string;
    kind: string;
    state: string;
    attempts: number;
    runAt: string;
    lastError: string | null;
  }[];
}

/** The jobs that wait, run or were given up, the oldest first. */
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

async function run<O>(env: NodeJS.ProcessEnv, command: Pick<Command, "name">, input: unknown): Promise<O> {
  return withDatabase(env, async ({ writer }) => {
    const done = await writer.run({ name: command.name, actor: null, input }).catch((error) => {
      throw error instanceof ApiError ? adminErrorOf(error) : error;
    });
    const body = done.body as O | { refused: string };
    if (typeof body === "object" && body !== null && "refused" in body) throw new AdminError(body.refused);
    return body;
  });
}

async function withDatabase<T>(
  env: NodeJS.ProcessEnv,
  use: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(readConfig(env), (error) => {
    throw error;
  });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

export { AdminError, ConfigError };
