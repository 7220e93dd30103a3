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
  },
});
