import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { buildApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/log.ts";
import { createContext } from "../../src/process.ts";

/** A service with the console in the folder `CONSOLE_FOLDER`. */
const config = readConfig(process.env);
const context = await createContext(config, createLog(config.logLevel));
const consoleFolder = pathToFileURL(`${process.env.CONSOLE_FOLDER}/`);
const app = buildApp(context, { consoleFolder });
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;
process.stdout.write(`Groundplan serves on http://127.0.0.1:${port}\n`);
