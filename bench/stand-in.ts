import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { LogEntry } from "@groundplan/tracker-stand-ins";
import { spawnNode } from "./children.ts";
import type { Settings } from "./service.ts";

export interface Kind {
  name: "Linear" | "Jira" | "GitHub";
  connector: string;
  provider: string;
  options: object;
  env: (standIn: StandIn) => Settings;
  connect: (info: StandInInfo) => object;
  target: (info: StandInInfo) => object;
  authorization: (info: StandInInfo) => string;
  /** Returns the adapter's concurrency for calls of this kind. */
  atOnce: (entry: LogEntry) => number;
}

type StandInInfo = Record<string, string>;

export interface StandIn {
  url: string;
  info: StandInInfo;
  log(): Promise<LogEntry[]>;
  stop(): Promise<void>;
}

const plenty = 1_000_000_000;

export const linear: Kind = {
  name: "Linear",
  connector: "linear",
  provider: "tracker_a",
  options: { quota: { requests: plenty, complexity: plenty } },
  env: ({ url }) => ({ GROUNDPLAN_LINEAR_API_URL: url }),
  connect: ({ token }) => ({ apiKey: token }),
  target: ({ teamKey }) => ({ teamKey }),
  authorization: ({ token = "" }) => token,
  atOnce: () => 1,
};

export const jira: Kind = {
  name: "Jira",
  connector: "jira",
  provider: "tracker_b",
  options: {},
  env: ({ url }) => ({ GROUNDPLAN_JIRA_API_URL: url }),
  connect: ({ token, email }) => ({ apiKey: token, account: email, site: "acme.atlassian.net" }),
  target: ({ projectKey }) => ({ projectKey }),
  authorization: ({ email, token }) => `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`,
  atOnce: ({ path }) => (path.endsWith("/issueLink") ? 8 : 1),
};

export async function startStandIn({ name, options }: Kind, cpu?: string): Promise<StandIn> {
  const program = import.meta.resolve(`@groundplan/tracker-stand-ins/${name.toLowerCase()}/serve`);
  const script = fileURLToPath(program);
  const child = spawnNode([script, JSON.stringify(options)], {}, ["pipe", "pipe", "inherit"], cpu);
  const exited = once(child, "exit");
  const { stdout } = child;
  if (!stdout) throw new Error("a stand-in without its output");
  const ended = exited.then(([code]) => {
    throw new Error(`the stand-in of ${name} ended with ${code} before it served`);
  });
  const [line] = await Promise.race([once(createInterface(stdout), "line"), ended]);
  ended.catch(() => {}); // `stop` reports its end.
  const info = JSON.parse(String(line)) as StandInInfo;
  const url = info.url ?? "";
  return {
    url,
    info,
    log: async () => (await (await fetch(`${url}/__log`)).json()) as LogEntry[],
    async stop() {
      child.kill();
      await exited;
    },
  };
}
