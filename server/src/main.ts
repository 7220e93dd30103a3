import { readConfig } from "./config/config.ts";
import { ConfigError } from "./config/config-error.ts";
import type { Overrides } from "./process.ts";
import { SecretKeyError } from "./secrets/errors.ts";
import { startWriterThread } from "./spare-writer-thread.ts";

/**
 * Serves until it is stopped. A start that can't work ends with one sentence that says what to do. The writer thread
 * loads its modules while this thread loads its own.
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
