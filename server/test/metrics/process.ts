import { spawn } from "node:child_process";
import { once } from "node:events";

export interface Served {
  /** The lines of both outputs so far. */
  said(): string;
  says(words: RegExp): Promise<RegExpExecArray>;
  stop(): Promise<number | null>;
  exited: Promise<number | null>;
}

const program = new URL("./serve.ts", import.meta.url).pathname;

export function serveWith(env: Record<string, string>, script = program): Served {
  const { GROUNDPLAN_METRICS_PORT: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [script, "serve"], {
    env: { ...inherited, PORT: "0", GROUNDPLAN_JOB_POLL_MS: "50", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (part) => {
      text += part;
    });
  const exited = once(child, "close").then(([code]) => code as number | null);
  return {
    said: () => text,
    async says(words) {
      for (;;) {
        const found = words.exec(text);
        if (found) return found;
        if (child.exitCode !== null) throw new Error(`it ended: ${text}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
    exited,
  };
}
