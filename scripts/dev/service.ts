import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../cli/src/from-sources.js", import.meta.url));

export interface DevService {
  /** The service's address; null if it exited first, after printing a reason. */
  url: Promise<string | null>;
  exited: Promise<number>;
  end(): void;
}

export function startService(env: NodeJS.ProcessEnv): DevService {
  const child = spawn(process.execPath, [command, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit").then(([code]) => (typeof code === "number" ? code : 1));
  const url = new Promise<string | null>((resolve) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      const address = /serves on (\S+)\n/.exec(text)?.[1];
      if (address) resolve(address);
    });
    void exited.then(() => resolve(null));
  });
  return { url, exited, end: () => void child.kill("SIGTERM") };
}
