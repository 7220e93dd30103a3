import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createClient } from "../../client/src/index.ts";

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
}

/** Starts the service with its people and plans, and returns the function that ends it. */
export default async function start(): Promise<() => Promise<void>> {
  const script = join(import.meta.dirname, "../../scripts/dev/console-world.ts");
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  process.env.WORLD = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (line: string) => resolve(line));
    void ended.then(() => reject(new Error("The service ended before its people were there.")));
  });
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}

/** Returns the world that was started. */
export const world = (): World => JSON.parse(process.env.WORLD ?? "null");

/** Returns the client of a program of one of the people. */
export const programOf = (person: "ada" | "grace") =>
  createClient({ url: world().url, apiKey: world().keys[person] });
