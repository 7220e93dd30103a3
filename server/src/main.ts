import { readConfig } from "./config/config.ts";
import { ConfigError } from "./config/config-error.ts";
import type { Overrides } from "./process.ts";
import { SecretKeyError } from "./secrets/errors.ts";
import { startWriterThread } from "./spare-writer-thread.ts";

/**
 * Serves until stopped. A failed start prints one sentence that says what to do. Both threads load their
 * modules in parallel.
 */
export async function serve(env: NodeJS.ProcessEnv = process.env, overrides: Overrides = {}): Promise<void> {
  try {
    const config = readConfig(env);
    if (!config.databaseUrl) startWriterThread();
    const { start } = await import("./start.ts");
    await start(config, overrides);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof SecretKeyError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
