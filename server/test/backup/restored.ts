import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type Endpoint, endpoints } from "@groundplan/contract";
import { readConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/log.ts";
import { createContext } from "../../src/process.ts";
import { fakeTracker, type Place } from "../conformance/place.ts";
import { addressOf, rowOf } from "../conformance/requests.ts";
import type { TestDatabase } from "../databases.ts";
import { Person, World } from "../world.ts";

/** Opens the service on a database restored from `source`'s, with the same people and keys. */
export async function reopen(source: World, database: TestDatabase): Promise<World> {
  const tracker = fakeTracker();
  const config = readConfig({ GROUNDPLAN_RATE_LIMIT: "1000000", ...database.env });
  const context = await createContext(config, createLog("silent"), {
    jobs: "off",
    openTracker: async () => tracker,
  });
  const world = new World().serve(database, context, []);
  for (const name of ["alice", "bob", "carol", "vera", "mallory"] as const)
    world[name] = new Person(world, source[name].userId, source[name].email, source[name].key);
  return world;
}

export function copyKeyFile(from: TestDatabase["env"], to: TestDatabase["env"]): void {
  const fileIn = (env: TestDatabase["env"]) => join(readConfig(env).dataDir, "secret.key");
  copyFileSync(fileIn(from), fileIn(to));
}

// A backup leaves out the search index, which a job rebuilds; the walk itself adds history.
const changing = ["search.find", "audit.list"];
const reads = endpoints.filter(({ id, method }) => method === "GET" && !changing.includes(id));

export async function walk(world: World, places: readonly Place[]): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  // Creating addresses may create resources, so it precedes the first answer.
  const addresses: string[] = [];
  for (const place of places)
    for (const endpoint of reads) addresses.push(await addressIn(endpoint, place, world));
  for (const address of addresses)
    for (const name of ["alice", "bob", "vera"] as const) {
      const { status, headers, body } = await world[name].get(address);
      seen[`${name} ${address}`] = { status, etag: headers.etag, body: withoutUse(body) };
    }
  return seen;
}

async function addressIn(endpoint: Endpoint, place: Place, world: World): Promise<string> {
  const row = await rowOf(endpoint, place, world);
  if (!row) throw new Error(`no request is written for ${endpoint.id}`);
  return addressOf(endpoint, row);
}

/** Strips last use, which reading changes. */
const withoutUse = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) => (name === "lastUsedAt" ? undefined : value));
