import type { AddressInfo } from "node:net";
import { buildApp } from "./app.ts";
import { ConfigError, readConfig } from "./config/config.ts";
import { createContext, type Overrides } from "./context.ts";
import { createLog } from "./log.ts";
import { SecretKeyError } from "./secrets/errors.ts";

/** Serves until it is told to stop. A start that can't work ends with one sentence that says what to do. */
export async function serve(env: NodeJS.ProcessEnv = process.env, overrides: Overrides = {}): Promise<void> {
  try {
    await start(env, overrides);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof SecretKeyError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function start(env: NodeJS.ProcessEnv, overrides: Overrides): Promise<void> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const context = await createContext(config, log, {
    onBroken: (error) => {
      log.fatal({ err: error }, "the writer broke; the process ends");
      process.exit(1);
    },
    ...overrides,
  });
  const app = buildApp(context);
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await context.close();
    throw cantListen(error as NodeJS.ErrnoException, config);
  }
  const { port } = app.server.address() as AddressInfo;
  const host = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(config.host) ? "localhost" : config.host;
  context.listensOn(`http://${host}:${port}`);
  process.stdout.write(`Groundplan serves on ${context.publicUrl()}\n`);
  if (!(await context.db.selectFrom("users").select("id").limit(1).executeTakeFirst()))
    process.stdout.write(firstSteps);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => {
      log.error("requests were still running when the time to stop was over");
      process.exit(1);
    }, config.shutdownSeconds * 1000);
    late.unref();
    await context.drain();
    await app.close();
    await context.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

const firstSteps = `No user exists yet. Make one with a workspace and a first key:
  npx groundplan admin user create --email you@example.com --name You --workspace acme --role OWNER --create-workspace
  npx groundplan admin key create --email you@example.com --workspace acme --scope write --name laptop
`;

function cantListen(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  if (error.code === "EADDRINUSE")
    return new ConfigError(`Port ${port} is in use. Stop what uses it, or choose another with PORT.`);
  if (error.code === "EACCES")
    return new ConfigError(`Port ${port} needs rights that this user lacks. Choose another with PORT.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new ConfigError(`This machine has no address ${host}. Choose another with HOST.`);
  }
  return error;
}
