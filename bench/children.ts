import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { json } from "node:stream/consumers";
import type { Answers, Questions } from "./ask.ts";
import type { Held } from "./tell-cpu.ts";

export interface Server {
  url: string;
  port: number;
  pid: number | undefined;
  /** Returns the CPU time in seconds. */
  cpu(): Promise<number>;
  /** Returns the longest event loop delays since the last call, which starts measuring. */
  held(): Promise<Held>;
  stop(): Promise<void>;
}

export const cache = join(import.meta.dirname, "..", ".cache");

/** CPUs for server and client; none if processes can't be pinned. */
export const cpus = twoCpus();

/** Starts a script of this folder, and waits for the address that it `serves on`. */
export async function startServer(
  script: string,
  env: Record<string, string>,
  cpu?: string,
  nodeOptions: readonly string[] = [],
): Promise<Server> {
  const command = [...nodeOptions, join(import.meta.dirname, script)];
  // The log is written, as in production, but discarded.
  const child = spawnNode(command, env, ["ignore", "pipe", "ignore", "ipc"], cpu);
  const exited = once(child, "exit");
  let said = "";
  const line = new Promise<string>((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      said += text;
      if (said.includes("\n")) resolve(said);
    });
  });
  const ended = exited.then(([code]) => {
    throw new Error(`${script} ended with ${code} before it served`);
  });
  const url = String(/on (\S+)/.exec(await Promise.race([line, ended]))?.[1]).replace(
    "localhost",
    "127.0.0.1",
  );
  const told = async (what: "cpu" | "held"): Promise<unknown> => {
    const answered = once(child, "message");
    child.send(what);
    return (await answered)[0];
  };
  ended.catch(() => {}); // `stop` reports its end.
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid,
    cpu: async () => Number(await told("cpu")),
    held: async () => (await told("held")) as Held,
    async stop() {
      child.kill();
      await exited;
    },
  };
}

/** Sends requests from another process. `cpu` is the server's seconds per request. */
export async function ask(
  server: Server,
  questions: Omit<Questions, "port">,
  cpu?: string,
): Promise<Answers & { perSecond: number; cpu: number }> {
  const before = await server.cpu();
  const done = await run<Answers>("ask.ts", { ...questions, port: server.port }, cpu);
  const used = (await server.cpu()) - before;
  return { ...done, perSecond: done.answers / done.seconds, cpu: used / done.answers };
}

/** Runs a script of this folder that reads and prints JSON. */
export async function run<T>(script: string, input: unknown, cpu?: string): Promise<T> {
  const child = spawnNode([join(import.meta.dirname, script)], {}, ["pipe", "pipe", "inherit"], cpu);
  const exited = once(child, "exit");
  child.stdin?.end(JSON.stringify(input));
  const said = child.stdout ? await json(child.stdout).catch(() => undefined) : undefined;
  const [code] = await exited;
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return said as T;
}

export function spawnNode(
  command: readonly string[],
  env: Record<string, string>,
  stdio: ("ignore" | "pipe" | "inherit" | "ipc")[],
  cpu?: string,
): ChildProcess {
  const options = { env: { ...process.env, NODE_COMPILE_CACHE: join(cache, "compiled"), ...env }, stdio };
  return cpu === undefined
    ? spawn(process.execPath, command, options)
    : spawn("taskset", ["-c", cpu, process.execPath, ...command], options);
}

function twoCpus(): { server?: string; asking?: string } {
  const places = (process.env.PATH ?? "").split(delimiter);
  const status = "/proc/self/status";
  if (!existsSync(status) || !places.some((place) => existsSync(join(place, "taskset")))) return {};
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync(status, "utf8"))?.[1] ?? "";
  const [server, asking] = list.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  });
  return server !== undefined && asking !== undefined ? { server, asking } : {};
}
