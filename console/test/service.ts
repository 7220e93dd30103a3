import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";

const command = join(import.meta.dirname, "../../cli/bin/groundplan.js");

/** A service that nobody has used yet, as a process of its own. */
export interface Service {
  url: string;
  /** The link that it printed for the first person. */
  setUpLink: string;
  /** Returns what one of the operator's commands prints. */
  admin(...words: string[]): Promise<Record<string, string>>;
  /** Makes every sign-in an old one, as if an hour had gone by. */
  passAnHour(): void;
  end(): Promise<void>;
}

/** Starts a service on an empty folder and on a port that the system chooses, unless `settings` name one. */
export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "groundplan-fresh-"));
  const { PATH = "", HOME = "" } = process.env;
  const ours = { PATH, HOME, PORT: "0", GROUNDPLAN_DATA_DIR: folder, GROUNDPLAN_LOG_LEVEL: "warn" };
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
  return {
    url,
    setUpLink,
    admin: async (...words) => {
      const operator = { env: { ...env, GROUNDPLAN_PUBLIC_URL: url } };
      const all = [command, "admin", ...words, "--json"];
      return JSON.parse((await promisify(execFile)(process.execPath, all, operator)).stdout);
    },
    passAnHour: () => {
      const db = new DatabaseSync(join(folder, "groundplan.db"), { timeout: 5000 });
      db.exec(`update sessions set signed_in_at = '${new Date(Date.now() - 3_600_000).toISOString()}'`);
      db.close();
    },
    end: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
