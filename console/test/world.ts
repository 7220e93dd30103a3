import { test as base } from "@playwright/test";
import { createClient } from "../../client/src/index.ts";
import type { PostgresServer } from "../../server/test/postgres-server.ts";

/** The shared fixture: a service with its data. */
export interface World {
  url: string;
  /** The password of both users. */
  password: string;
  ada: string;
  grace: string;
  /** One API key each, for programs. */
  keys: { ada: string; grace: string };
  /** The handle of a plan with a thousand specs. */
  long: string;
  /** The handle of a plan hidden from Grace. */
  private: string;
  /** The address of the GitHub stand-in, for inspection and delays. */
  github: string;
  /** The fixture's PostgreSQL server; null on SQLite. */
  postgres: PostgresServer | null;
}

let current: World | null = null;

/** Tests with the fixture of their project's database. */
export const test = base.extend<object, { worldOfProject: World }>({
  worldOfProject: [
    async ({ playwright }, use, { project }) => {
      const worlds = await playwright.request.newContext();
      const answer = await worlds.get(`${process.env.WORLDS}/${project.name}`, { timeout: 120_000 });
      if (!answer.ok()) throw new Error(await answer.text());
      current = (await answer.json()) as World;
      await worlds.dispose();
      await use(current);
    },
    { scope: "worker", auto: true, timeout: 120_000 },
  ],
});

/** Returns the running test's fixture. */
export function world(): World {
  if (current === null) throw new Error("There is a world only while a test runs.");
  return current;
}

/** Returns an API client with a user's key. */
export const programOf = (person: "ada" | "grace") =>
  createClient({ url: world().url, apiKey: world().keys[person] });
