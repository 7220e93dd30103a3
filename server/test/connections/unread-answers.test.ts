import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { buildCheckedApp, setUpWorld } from "../world.ts";
import { sendRaw } from "./raw-http.ts";

const mebibyte = 1024 * 1024;
/** A short limit, for fast tests of stalled readers. */
const stallTimeout = 1_500;
/** A limit for tests in which answers wait for stalled readers: they wait a quarter longer. */
const patientTimeout = 4_000;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let app: FastifyInstance;
  let patientApp: FastifyInstance;
  let port: number;
  let patientPort: number;
  const sockets: Socket[] = [];
  const specs = "/v1/projects/web/plans/PLAN-1/specs";
  beforeAll(async () => {
    const { alice } = world;
    await alice.post("/v1/projects", { name: "Web" });
    await alice.post("/v1/projects/web/plans", { name: "Plan" });
    const content = "word ".repeat(30_000);
    const batch = Array.from({ length: 40 }, (_, at) => ({ title: `Spec ${at}`, content }));
    expect((await alice.post(`${specs}/batch`, { specs: batch })).status).toBe(201);
    app = buildCheckedApp(world.context, { stallTimeout });
    await app.listen({ host: "127.0.0.1", port: 0 });
    port = (app.server.address() as AddressInfo).port;
    patientApp = buildCheckedApp(world.context, { stallTimeout: patientTimeout });
    await patientApp.listen({ host: "127.0.0.1", port: 0 });
    patientPort = (patientApp.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
    await patientApp.close();
  });

  const get = (path: string, key = world.alice.key) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const sendUnread = async (requests: string, to = port) => {
    const socket = connect({ port: to, host: "127.0.0.1" });
    sockets.push(socket);
    socket.pause();
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(requests);
    return socket;
  };
  /** Requests a path on a connection that the service closes after its answer. */
  const closing = (path: string, key: string) =>
    sendRaw(patientPort, get(path, key).replace("Host: x", "Host: x\r\nConnection: close"));
  const answered = (path: string) =>
    world.logged.filter((line) => line.includes('"msg":"request"') && line.includes(`"${path}"`)).length;

  it("a page ends early if it would exceed 4 MiB, and the next one continues", async () => {
    const titles: string[] = [];
    const sizes: number[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await world.alice.get(`${specs}?limit=200${cursor}`);
      sizes.push(Buffer.byteLength(JSON.stringify(body)));
      titles.push(...body.specs.map((spec: { shortId: string }) => spec.shortId));
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(titles).toEqual(Array.from({ length: 40 }, (_, n) => `SPEC-${n + 1}`));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * mebibyte);
    expect(sizes[0]).toBeGreaterThan(3.7 * mebibyte);
  });

  it("pipelined requests are answered in order, each after the previous answer was read", async () => {
    const paths = Array.from({ length: 1000 }, (_, n) => (n % 10 ? "/v1/me" : `/v1/nowhere-${n}`));
    const last = get("/v1/last").replace("Host: x", "Host: x\r\nConnection: close");
    const heard = await sendRaw(port, paths.map((path) => get(path)).join("") + last);
    expect(heard.ms, "the service closes at the end").not.toBeNull();
    const statuses = [...heard.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual([...paths.map((path) => (path === "/v1/me" ? "200" : "404")), "404"]);
  });

  it("pipelined requests wait while nobody reads, and none of them is started", async () => {
    await world.alice.get("/v1/openapi.json");
    const before = answered("/v1/openapi.json");
    await sendUnread(get("/v1/openapi.json").repeat(400));
    await sleep(300);
    // Only as many are answered as fit into both sides' buffers.
    expect(answered("/v1/openapi.json") - before).toBeLessThan(40);
  });

  it("a connection that reads nothing of its answer is closed, one that reads some is not", async () => {
    const idle = await sendUnread(get(`${specs}?limit=200`).repeat(2));
    const slow = await sendUnread(get(`${specs}?limit=200`).repeat(4));
    const closed = { idle: false, slow: false };
    idle.once("close", () => {
      closed.idle = true;
    });
    slow.once("close", () => {
      closed.slow = true;
    });
    const reading = setInterval(() => slow.read(), 10);
    await sleep(stallTimeout * 3);
    expect(closed.slow).toBe(false);
    // Detects the close by writing: reading here would save a connection that is not closed yet.
    await expect
      .poll(() => {
        idle.write("G");
        return closed.idle;
      })
      .toBe(true);
    clearInterval(reading);
  });

  it("long answers to a credential wait while it leaves too many unread, and are finally 429; small ones and those of others are answered", async () => {
    const key = await world.key(world.bob.email, "acme", "read");
    const pages = get(`${specs}?limit=200`, key).repeat(3);
    const left: Socket[] = [];
    const page = (of: string) => closing(`${specs}?limit=200`, of);
    let refused: Awaited<ReturnType<typeof page>> | undefined;
    await expect
      .poll(async () => {
        // A busy machine may close the connections before as stalled.
        left.push(...(await Promise.all(Array.from({ length: 20 }, () => sendUnread(pages, patientPort)))));
        refused = await page(key);
        return refused.status;
      })
      .toBe(429);
    expect(refused?.body.error.code).toBe("rate_limited");
    expect(refused?.text).toMatch(/^retry-after: [1-9]\d*\r$/im);
    const waiting = page(key);
    expect((await closing("/v1/me", key)).status).toBe(200);
    expect((await page(world.alice.key)).status).toBe(200);
    for (const socket of left) socket.destroy();
    expect((await waiting).status).toBe(200);
  });

  it("an unread text counts by its bytes, however few characters it has", async () => {
    const { alice, bob } = world;
    await alice.post("/v1/projects/web/plans", { name: "Plan" });
    const path = "/v1/projects/web/plans/PLAN-2/specs";
    const content = "字".repeat(87_000);
    for (const title of ["One", "Two"]) await alice.post(path, { title, content });
    const key = await world.key(bob.email, "acme", "read");
    const asked = get(`${path}?limit=2`, key);
    // Each connection leaves half a megabyte in the service, with a third as many characters.
    const left: Socket[] = [];
    let page: ReturnType<typeof closing> | undefined;
    const waitsLongerThanSmallOnes = async () => {
      // A busy machine may close the connections before as stalled.
      const more = Array.from({ length: 30 }, () => sendUnread(asked.repeat(30), patientPort));
      left.push(...(await Promise.all(more)));
      let isWaiting = true;
      page = closing(`${path}?limit=2`, key).finally(() => {
        isWaiting = false;
      });
      await sleep(500);
      for (let small = 0; small < 20; small++) expect((await closing("/v1/me", key)).status).toBe(200);
      return isWaiting;
    };
    await expect.poll(waitsLongerThanSmallOnes).toBe(true);
    for (const socket of left) socket.destroy();
    expect((await page)?.status).toBe(200);
  });
});
