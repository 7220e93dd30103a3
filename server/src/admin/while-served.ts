import type { AddressInfo } from "node:net";
import { readConfig } from "../config/config.ts";
import { createLog } from "../log.ts";

/**
 * Serves the API on a free local port while `use` runs, for commands that write through it. Runs no jobs;
 * they are left to the service.
 */
export async function whileServed<T>(env: NodeJS.ProcessEnv, use: (url: string) => Promise<T>): Promise<T> {
  const [{ buildApp }, { createContext }] = await Promise.all([import("../app.ts"), import("../process.ts")]);
  const context = await createContext(readConfig(env), createLog("error"), { jobs: "off" });
  try {
    const app = buildApp(context);
    try {
      await app.listen({ host: "127.0.0.1", port: 0 });
      const { port } = app.server.address() as AddressInfo;
      return await use(`http://127.0.0.1:${port}`);
    } finally {
      app.server.closeAllConnections();
      await app.close();
    }
  } finally {
    await context.drain();
    await context.close();
  }
}
