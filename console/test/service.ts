import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { createDatabase } from "./databases.ts";
import { world } from "./world.ts";

const command = join(import.meta.dirname, "../../cli/bin/groundplan.js");

interface Demo {
  /** The owner's link to set a password. */
  link: string;
  people: { name: string; key: string }[];
}

/** A new service in its own process. */
export interface Service {
  url: string;
  /** The printed set-up link. */
  setUpLink: string;
  /** Runs an operator's command. */
  admin(...words: string[]): Promise<Record<string, string>>;
  /** Runs `groundplan demo`. */
  demo(): Promise<Demo>;
  /** Ages all sign-ins by an hour. */
  passAnHour(): Promise<void>;
  /** Makes every push target one set before statuses and details could be pushed. */
  forgetChoices(): Promise<void>;
  end(): Promise<void>;
}

/** Starts a service on an empty database, on a free port by default. */
export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  const database = await createDatabase(world().postgres);
  const { PATH = "", HOME = "" } = process.env;
  const ours = { PATH, HOME, PORT: "0", GROUNDPLAN_LOG_LEVEL: "warn", ...database.env };
  const env = { ...ours, ...settings };
  const child = spawn(process.execPath, [command, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let said = "";
  const setUpLink = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const [link] = /http\S+\/set-up\?token=\S+/.exec(said) ?? [];
      if (link) resolve(link);
    });
    void ended.then(() => reject(new Error("The service ended before it printed its link.")));
  });
  const url = new URL(setUpLink).origin;
  const run = async (...words: string[]) => {
    const operator = { env: { ...env, GROUNDPLAN_PUBLIC_URL: url } };
    return JSON.parse(
      (await promisify(execFile)(process.execPath, [command, ...words, "--json"], operator)).stdout,
    );
  };
  return {
    url,
    setUpLink,
    admin: (...words) => run("admin", ...words),
    demo: () => run("demo"),
    passAnHour: () => {
      const then = new Date(Date.now() - 3_600_000).toISOString();
      return database.run(`update sessions set signed_in_at = '${then}'`);
    },
    forgetChoices: () => database.run("update projects set tracker_statuses = null, tracker_details = null"),
    end: async () => {
      child.kill("SIGTERM");
      await ended;
      await database.drop();
    },
  };
}
