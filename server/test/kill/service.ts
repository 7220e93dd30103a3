import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const program = new URL("./serve.ts", import.meta.url).pathname;

/** A service in a process of its own, which can be killed. */
export interface Service {
  url: string;
  /** Sends `SIGKILL`, after which nothing in the process runs any more. */
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

export async function startService(env: Record<string, string>, script = program): Promise<Service> {
  const child: ChildProcess = spawn(process.execPath, [script], {
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
  });
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
