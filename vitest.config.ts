import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,client,server,cli,scripts}/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    globalSetup: ["server/test/postgres.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: "forks",
    // Files share a process: loading the sources anew for each of them took a fifth of the time.
    isolate: false,
    // Each service that a test starts loads the sources in a thread of its own.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/tests") },
  },
});
