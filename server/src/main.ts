import { ConfigError, readConfig } from "./config/config.ts";
import type { Overrides } from "./context.ts";
import { startWriterThread } from "./dispatch/writer-thread.ts";
import { SecretKeyError } from "./secrets/errors.ts";

/**
 * Serves until it is told to stop. A start that can't work ends with one sentence that says what to do. The
 * writer's thread loads its modules while this one loads its own.
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
