import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The build as installed, which starts three times as fast as the sources. */
const file = new URL("../../../cli/bin/groundplan.js", import.meta.url).pathname;
const program = [file, "serve"];
/** The memory flags of its first line. */
const flags = readFileSync(file, "utf8").split("\n")[0]?.match(/--\S+/g) ?? [];

export interface Service {
  url: string;
  pid: number | undefined;
  /** Sends `SIGKILL`, so nothing in the process runs afterwards. */
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

/** Runs a program with a file size limit in blocks, which fails like a full disk. */
const cramped = 'trap "" XFSZ; ulimit -f "$0"; exec "$@"';

/** Starts a service, or a `script` that serves; `blocks` limits its file size in blocks of 512 bytes. */
export async function startService(
  env: Record<string, string>,
  script?: string,
  blocks?: number,
): Promise<Service> {
  const [command, ...more] =
    blocks === undefined ? [process.execPath] : ["/bin/sh", "-c", cramped, String(blocks), process.execPath];
  const child: ChildProcess = spawn(
    command ?? process.execPath,
    [...more, ...flags, ...(script === undefined ? program : [script])],
    {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: new URL("../../../node_modules/.cache/tests", import.meta.url).pathname,
        PORT: "0",
        GROUNDPLAN_RATE_LIMIT: "100000000",
        GROUNDPLAN_LOG_LEVEL: "error",
        GROUNDPLAN_JOB_LEASE_SECONDS: "1",
        GROUNDPLAN_JOB_POLL_MS: "50",
        GROUNDPLAN_PUSH_SETTLE_MS: "300",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const exited = once(child, "exit");
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on("line", (line) => {
      const address = /serves on (\S+)/.exec(line)?.[1];
      if (address) resolve(address.replace("localhost", "127.0.0.1"));
    });
    void exited.then(() => reject(new Error(`the service ended at once: ${said}`)));
  });
  return {
    url,
    pid: child.pid,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async stop() {
      child.kill("SIGTERM");
      const [code] = await exited;
      return code;
    },
  };
}
