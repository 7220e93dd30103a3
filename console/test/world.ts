import { test as base } from "@playwright/test";
import { createClient } from "../../client/src/index.ts";
import type { PostgresServer } from "../../server/test/postgres-server.ts";

/** The shared test service. */
export interface World {
  url: string;
  /** The password of both users. */
  password: string;
  ada: string;
  grace: string;
  keys: { ada: string; grace: string };
  /** Has a thousand specs. */
  long: string;
  /** Hidden from Grace. */
  private: string;
  /** The GitHub stand-in's address. */
  github: string;
  /** Null on SQLite. */
  postgres: PostgresServer | null;
}

let current: World | null = null;

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

export const programOf = (person: "ada" | "grace") =>
  createClient({ url: world().url, apiKey: world().keys[person] });
