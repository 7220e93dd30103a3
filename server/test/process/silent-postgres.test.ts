import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { openWorld, type World } from "../world.ts";

async function startRelay({ hostname, port }: URL) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const relay = createServer((client) => {
    const host = decodeURIComponent(hostname);
    const upstream = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => isSilent || to.write(chunk));
      from.on("error", () => {});
      from.once("close", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  return {
    port: (relay.address() as AddressInfo).port,
    silence: () => {
      isSilent = true;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}

let world: World;
let relay: Awaited<ReturnType<typeof startRelay>>;
beforeAll(async () => {
  const { create } = databases.find(({ database }) => database === "PostgreSQL") ?? expect.fail();
  world = await openWorld(async () => {
    const database = await create("with people");
    const url = new URL(database.env.DATABASE_URL ?? "");
    relay = await startRelay(url);
    url.hostname = "127.0.0.1";
    url.port = String(relay.port);
    return { ...database, env: { ...database.env, DATABASE_URL: url.href } };
  });
});
afterAll(async () => {
  relay.close();
  await world.close();
});

it("a read is 503 with Retry-After if PostgreSQL does not respond", async () => {
  const { alice } = world;
  expect((await alice.get("/v1/projects")).status).toBe(200);
  relay.silence();
  const answers = await Promise.all([alice.get("/v1/projects"), world.send("GET", "/readyz")]);
  for (const answer of answers) expectError(answer, "unavailable");
});
