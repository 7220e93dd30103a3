import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ownCommand } from "../../contract/src/own-command.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config/config.ts";
import { ConfigError } from "./config/config-error.ts";
import { databaseLocation } from "./config/database-location.ts";
import { localAddress } from "./config/local-address.ts";
import { networkWarning } from "./extract/network-warning.ts";
import { giveBackMemory } from "./give-back-memory.ts";
import { createLog } from "./log.ts";
import { configurationOf } from "./modules/issuers/configuration.ts";
import { setUpLink } from "./modules/sign-in/set-up.ts";
import { unknownSettings } from "./modules/unknown-settings.ts";
import { closedNetworks } from "./outbound/closed-networks.ts";
import { createContext, type Overrides, type ProcessContext } from "./process.ts";
import { durabilityWarnings } from "./storage/durability.ts";

/** Opens everything, listens, and stops on SIGTERM. */
export async function start(config: Config, overrides: Overrides): Promise<void> {
  const log = createLog(config.logLevel);
  const context = await createContext(config, log, {
    onBroken: (error) => {
      log.fatal({ err: error }, "the writer broke; the process ends");
      process.exit(1);
    },
    ...overrides,
  });
  for (const sentence of await durabilityWarnings(context.db)) log.warn(sentence);
  for (const name of unknownSettings(config))
    log.warn({ setting: name }, `${name} is no setting of this version. Check its spelling.`);
  for (const sentence of closedNetworks(config.allowPrivateNetwork)) log.warn(sentence);
  const warning = networkWarning();
  if (warning) log.warn(warning);
  const app = buildApp(context);
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await context.close();
    throw cantListen(error as NodeJS.ErrnoException, config);
  }
  const { port } = app.server.address() as AddressInfo;
  context.listensOn(localAddress(config.host, port));
  // Logs issuer problems before the first sign-in.
  if (config.oidc) void configurationOf(context).catch(() => {});
  const link = await setUpLink(context);
  const next = link === null ? "" : firstSteps(link);
  giveBackMemoryOnceQuiet(app.server, () => context.activeRequests === 0);
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
    while (context.activeRequests > 0) await sleep(20); // Closing would cut off an answer.
    // New requests would keep connections open.
    const cut = setInterval(
      () => context.activeRequests || app.server.closeAllConnections(),
      (config.shutdownSeconds * 1000) / 3,
    );
    await app.close();
    clearInterval(cut);
    await context.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // Who reads this may stop the service at once.
  process.stdout.write(
    `Groundplan serves on ${context.publicUrl()}\n${whereDataIs(config)}\n${whereMetricsAre(context)}${next}`,
  );
}

/** Releases memory after a second without requests, which a collection would delay. */
function giveBackMemoryOnceQuiet(server: Server, noneRuns: () => boolean): void {
  let wasAsked = false;
  const noteRequest = () => {
    wasAsked = true;
  };
  server.on("request", noteRequest);
  giveBackMemory(() => {
    const isQuiet = !wasAsked && noneRuns();
    wasAsked = false;
    if (isQuiet) server.off("request", noteRequest);
    return isQuiet;
  });
}

/**
 * Describes the location of the data. On PostgreSQL the folder holds the key file, unless the key is a
 * setting.
 */
function whereDataIs(config: Config): string {
  const keyFile = config.databaseUrl && !config.secretKey ? `, its key file in ${config.dataDir}` : "";
  return `Its data is in ${databaseLocation(config)}${keyFile}.`;
}

const whereMetricsAre = ({ metricsUrl }: ProcessContext): string =>
  metricsUrl === null ? "" : `Its metrics are on ${metricsUrl}.\n`;

const firstSteps = (
  link: string,
) => `No user exists yet. Open this link to make the first one. It works once, within a week:
  ${link}
Or stay in the terminal, in the folder of your project:
  ${ownCommand} setup
Or make a user with a workspace and a first key from here:
  ${ownCommand} admin user create --email you@example.com --name "Ada Byron" --workspace acme --role OWNER --create-workspace
  ${ownCommand} admin key create --email you@example.com --workspace acme --scope write --name laptop
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
