import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../bin/groundplan.js", import.meta.url));

/** How a command ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Nothing of the machine's own settings reaches a command. */
const environment = (env: Record<string, string>) => {
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  return { PATH, HOME, TMPDIR, ...env };
};

/** Runs the real command to its end; `node` are parameters for Node itself, `output` a file for its output. */
export async function groundplan(
  args: string[],
  env: Record<string, string> = {},
  node: string[] = [],
  output: "pipe" | number = "pipe",
): Promise<Ended> {
  const child = spawn(process.execPath, [...node, bin, ...args], {
    env: environment(env),
    timeout: 25_000,
    stdio: ["ignore", output, "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, "close"),
  ]);
  return { code, stdout, stderr };
}

/** Runs it until this is on standard error, then presses Ctrl-C. */
export async function groundplanUntil(
  said: string,
  args: string[],
  env: Record<string, string>,
): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...args], { env: environment(env), timeout: 25_000 });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (!stderr.includes(said) && (stderr + text).includes(said)) child.kill("SIGINT");
    stderr += text;
  });
  const [stdout, [code]] = await Promise.all([textOf(child.stdout), once(child, "close")]);
  return { code, stdout, stderr };
}

const textOf = async (stream: Readable | null) =>
  stream ? Buffer.concat(await stream.toArray()).toString() : "";

let turns = 2;
const waiting: (() => void)[] = [];

/** For cases that run side by side: at most two of a file's at once, since a machine may have no more cores. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns > 0) turns--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else turns++;
  }
}

/** Runs it with `--json`, and answers the one object that it printed. */
export async function groundplanJson(args: string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await groundplan([...args, "--json"], env);
  if (code !== 0) throw new Error(`groundplan ${args.join(" ")} ended with ${code}: ${stderr}`);
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into what was printed and fail where it is different.
  return JSON.parse(stdout) as any;
}

export interface RunningService {
  url: string;
  child: ChildProcess;
  /** All that it printed so far. */
  stdout(): string;
  stderr(): string;
  /** Its exit code, once it has ended. */
  exited: Promise<number | null>;
  /** Ends it as an operator does. */
  stop(): Promise<number | null>;
}

/** Starts the real service on a free port; ready when this answers. */
export async function startService(env: Record<string, string>): Promise<RunningService> {
  const settings = { PORT: "0", GROUNDPLAN_LOG_LEVEL: "warn", GROUNDPLAN_RATE_LIMIT: "1000000", ...env };
  const child = spawn(process.execPath, [bin, "serve"], { env: environment(settings) });
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

const who = ["--email", "ada@example.com", "--workspace", "acme"];

/** Makes the workspace `acme` with an owner. */
export const createOwner = (env: Record<string, string>) =>
  groundplanJson(
    ["admin", "user", "create", ...who, "--name", "Ada", "--role", "OWNER", "--create-workspace"],
    env,
  );

/** Makes an owner and a key for them, and answers its secret. */
export async function createOwnersKey(env: Record<string, string>): Promise<string> {
  await createOwner(env);
  const key = ["admin", "key", "create", ...who, "--scope", "write", "--name", "test"];
  return String((await groundplanJson(key, env)).secret);
}

/** Makes a workspace with an owner, and what a client command needs to act for them. */
export async function signUp(service: RunningService, env: Record<string, string>) {
  return { GROUNDPLAN_URL: service.url, GROUNDPLAN_API_KEY: await createOwnersKey(env) };
}

export interface FakeAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A service that answers what a test says, to see what a command does then; `seen` are "METHOD /path". */
export async function startFake(answer: (method: string, path: string, body: unknown) => FakeAnswer) {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const { method = "", url = "" } = request;
    seen.push(`${method} ${url}`);
    const { status, body, headers } = answer(method, url, text === "" ? undefined : JSON.parse(text));
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

/** An error in the service's envelope. */
export const refusal = (status: number, code: string, message: string, details?: unknown): FakeAnswer => ({
  status,
  body: { error: { code, message, ...(details === undefined ? {} : { details }) } },
});
