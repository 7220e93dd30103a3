import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { adminCreateKey, adminCreateUser } from "../../server/src/admin/index.ts";
import { main } from "./main.ts";

/** The installed command. It runs the build, which starts three times as fast as the sources. */
export const bin = fileURLToPath(new URL("../bin/groundplan.js", import.meta.url));
/** The command that runs the sources. */
export const fromSources = fileURLToPath(new URL("./from-sources.js", import.meta.url));

/** The result of a command that has ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Returns an environment without the machine's own settings and data folder. */
export const environment = (env: Record<string, string>) => {
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  const own = { XDG_DATA_HOME: "/dev/null", XDG_CONFIG_HOME: "/dev/null" };
  const state = { XDG_STATE_HOME: join(TMPDIR, "groundplan-test-state") };
  return Object.assign({ PATH, HOME, TMPDIR }, own, state, env);
};

/**
 * Runs the real command to its end, in the folder `cwd`. With `node`, options of Node itself, it runs the sources
 * instead of the build. `output` is a file descriptor for stdout.
 */
export async function groundplan(
  args: string[],
  env: Record<string, string> = {},
  node: string[] = [],
  output: "pipe" | number = "pipe",
  cwd?: string,
): Promise<Ended> {
  const child = spawn(process.execPath, [...node, node.length > 0 ? fromSources : bin, ...args], {
    env: environment(env),
    timeout: 25_000,
    stdio: ["ignore", output, "pipe"],
    cwd,
  });
  const [stdout, stderr, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, "close"),
  ]);
  return { code, stdout, stderr };
}

/**
 * Runs a command in this process, a hundred times as fast as starting one. For refusals and printed output, if a test
 * with `groundplan` covers how the process ends. Only one can run at a time, since it changes the process's environment
 * and output.
 */
export async function groundplanHere(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const own = { env: process.env, out: process.stdout.write, err: process.stderr.write };
  const listeners = new Set(process.stdout.listeners("error"));
  const printed = { stdout: "", stderr: "" };
  const capture = (stream: keyof typeof printed) => (text: string | Uint8Array) => {
    printed[stream] += String(text);
    return true;
  };
  process.env = environment(env);
  process.stdout.write = capture("stdout");
  process.stderr.write = capture("stderr");
  try {
    await main(["node", "groundplan", ...args]);
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    process.env = own.env;
    process.stdout.write = own.out;
    process.stderr.write = own.err;
    process.exitCode = undefined;
    for (const listener of process.stdout.listeners("error"))
      if (!listeners.has(listener)) process.stdout.off("error", listener as () => void);
  }
}

/** Starts a command that waits for somebody. `printed` returns its output so far, `stop` presses Ctrl-C. */
export function startCommand(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [bin, ...args], { env: environment(env), timeout: 50_000 });
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
    });
  const ended = once(child, "close").then(([code]): Ended => ({ code, ...said }));
  return { printed: () => said.stdout, ended, stop: () => child.kill("SIGINT") };
}

/** Runs a command, and interrupts it like Ctrl-C once standard error contains `text`. */
export async function groundplanUntil(
  text: string,
  args: string[],
  env: Record<string, string>,
): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...args], { env: environment(env), timeout: 50_000 });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    if (!stderr.includes(text) && (stderr + chunk).includes(text)) child.kill("SIGINT");
    stderr += chunk;
  });
  const [stdout, [code]] = await Promise.all([textOf(child.stdout), once(child, "close")]);
  return { code, stdout, stderr };
}

const textOf = async (stream: Readable | null) =>
  stream ? Buffer.concat(await stream.toArray()).toString() : "";

/** Runs a command with `--json` and returns the object that it printed. `run` may be `groundplanHere`. */
export async function groundplanJson(args: string[], env: Record<string, string>, run = groundplan) {
  const { code, stdout, stderr } = await run([...args, "--json"], env);
  if (code !== 0) throw new Error(`groundplan ${args.join(" ")} ended with ${code}: ${stderr}`);
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into what was printed and fail where it is different.
  return JSON.parse(stdout) as any;
}

export interface RunningService {
  url: string;
  child: ChildProcess;
  /** Returns the service's output so far. */
  stdout(): string;
  stderr(): string;
  /** Its exit code, once it has ended. */
  exited: Promise<number | null>;
  /** Stops it by SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the real service on a free port, in the folder `cwd`; resolves when it is ready. `file` is the command to
 * run, by default the build.
 */
export async function startService(
  env: Record<string, string>,
  cwd?: string,
  file = bin,
): Promise<RunningService> {
  const settings = { PORT: "0", GROUNDPLAN_LOG_LEVEL: "warn", GROUNDPLAN_RATE_LIMIT: "1000000", ...env };
  const child = spawn(process.execPath, [file, "serve"], { env: environment(settings), cwd });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const exited = once(child, "exit").then(([code]) => {
    process.off("exit", kill);
    return code as number | null;
  });
  let stdout = "";
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      const address = /serves on (\S+)\n/.exec(stdout)?.[1];
      if (address) resolve(address);
    });
    void exited.then((code) => reject(new Error(`the service ended with ${code}: ${stderr}`)));
  });
  return {
    url,
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

const ada = { email: "ada@example.com", workspace: "acme" };

/** Creates the workspace `acme` with an owner. */
export const createOwner = (env: Record<string, string>) =>
  adminCreateUser(env, { ...ada, name: "Ada", role: "OWNER", createWorkspace: true, platformAdmin: false });

/** Creates an owner and a key for them, and returns its secret. */
export async function createOwnersKey(env: Record<string, string>): Promise<string> {
  await createOwner(env);
  return (await adminCreateKey(env, { ...ada, scope: "write", name: "test" })).secret;
}

/** Creates a workspace with an owner, and returns the environment for client commands of that owner. */
export async function signUp(service: RunningService, env: Record<string, string>) {
  return { GROUNDPLAN_URL: service.url, GROUNDPLAN_API_KEY: await createOwnersKey(env) };
}

export interface FakeAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Starts a fake service with the answers of `answer`. `seen` lists the requests as "METHOD /path". */
export async function startFake(answer: (method: string, path: string, body: unknown) => FakeAnswer) {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const { method = "", url = "" } = request;
    seen.push(`${method} ${url}`);
    const { status, body, headers } = answer(
      method,
      url,
      text.startsWith("{") ? JSON.parse(text) : undefined,
    );
    const id = `r${seen.length}`;
    response.writeHead(status, { "content-type": "application/json", "x-request-id": id, ...headers });
    response.end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { GROUNDPLAN_URL: url, GROUNDPLAN_API_KEY: "psk_test" },
    seen,
    server,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns an error in the service's envelope. */
export const refusal = (status: number, code: string, message: string, details?: unknown): FakeAnswer => ({
  status,
  body: { error: { code, message, ...(details === undefined ? {} : { details }) } },
});
