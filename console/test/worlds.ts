import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { makeRunFolder } from "../../server/test/folder.ts";
import { startPostgres } from "../../server/test/postgres.ts";
import { createDatabase, type DatabaseName, databases } from "./databases.ts";
import type { World } from "./world.ts";

type Stop = () => Promise<void>;
const script = join(import.meta.dirname, "../../scripts/dev/console-world.ts");

/**
 * Listens on an address that answers with a database's test service, started on first request. Returns a
 * function that stops everything.
 */
export default async function listen(): Promise<Stop> {
  const stops: Stop[] = [];
  const started: Partial<Record<DatabaseName, Promise<World>>> = {};
  const server = createServer((request, response) => {
    const database = databases.find((name) => request.url === `/${name}`);
    if (!database) return void response.writeHead(404).end("No database has this name.");
    started[database] ??= start(database, stops);
    started[database].then(
      (world) => response.end(JSON.stringify(world)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.WORLDS = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    server.closeAllConnections();
    await Promise.allSettled(Object.values(started));
    for (const stop of stops.toReversed()) await stop();
  };
}

async function start(database: DatabaseName, stops: Stop[]): Promise<World> {
  const postgres = database === "SQLite" ? null : await startServer(stops);
  const { env, drop } = await createDatabase(postgres);
  stops.push(drop);
  const child = spawn(process.execPath, [script, JSON.stringify(env)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  stops.push(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (line: string) => resolve(line));
    void ended.then(() => reject(new Error("The service ended before its people were there.")));
  });
  return { ...JSON.parse(said), postgres };
}

async function startServer(stops: Stop[]) {
  const folder = makeRunFolder();
  stops.push(async () => rmSync(folder, { recursive: true, force: true }));
  const { server, stop } = await startPostgres(folder);
  stops.push(stop);
  return server;
}
