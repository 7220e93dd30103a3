import { test as base } from "@playwright/test";
import { createClient } from "../../client/src/index.ts";
import type { PostgresServer } from "../../server/test/postgres-server.ts";

/** This is what the service has that the tests walk through. */
export interface World {
  url: string;
  /** The password of both people. */
  password: string;
  ada: string;
  grace: string;
  /** A key of each, as a program of theirs has one. */
  keys: { ada: string; grace: string };
  /** The handle of a plan with a thousand specs. */
  long: string;
  /** The handle of a plan that Grace can't read. */
  private: string;
  /** The address of the stand-in of GitHub, where tests see what is in it, and make it slow. */
  github: string;
  /** The server that this world's database is on; null on SQLite. */
  postgres: PostgresServer | null;
}

let current: World | null = null;

/** Tests that have the world of their project's database. */
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

/** Returns the world of the test that runs. */
export function world(): World {
  if (current === null) throw new Error("There is a world only while a test runs.");
  return current;
}

/** Returns the client of a program of one of the people. */
export const programOf = (person: "ada" | "grace") =>
  createClient({ url: world().url, apiKey: world().keys[person] });
