import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { databases } from "../databases.ts";
import { openWorld, type World } from "../world.ts";
import { sendRaw } from "./raw-http.ts";

/** Exceeds the socket buffers of a client that doesn't read. */
const longBytes = 24 * 1024 * 1024;
const stallTimeout = 4_000;
const from = (address: string) => `X-Forwarded-For: ${address}`;

describe.each(databases.slice(0, 1))("$database", ({ create }) => {
  let world: World;
  let app: FastifyInstance;
  let folder: string;
  let port: number;
  let sockets: Socket[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "groundplan-console-"));
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "assets/long-1.js"), Buffer.alloc(longBytes, "a"));
    writeFileSync(join(folder, "assets/small-1.js"), Buffer.alloc(64 * 1024, "a"));
    world = await openWorld(create, { jobs: "off", env: { GROUNDPLAN_TRUSTED_PROXIES: "127.0.0.1" } });
    app = buildApp(world.context, { stallTimeout, consoleFolder: pathToFileURL(`${folder}/`) });
    await app.listen({ host: "127.0.0.1", port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });
  afterAll(async () => {
    await app.close();
    await world.close();
    rmSync(folder, { recursive: true });
  });

  const request = (path: string, ...headers: string[]) =>
    `${[`GET ${path} HTTP/1.1`, "Host: x", ...headers].join("\r\n")}\r\n\r\n`;
  const answerTo = (path: string, ...headers: string[]) =>
    sendRaw(port, request(path, "Connection: close", ...headers));
  const leaveUnread = (count: number, ...headers: string[]) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {});
        sockets.push(socket);
        socket.write(request("/assets/long-1.js", ...headers));
        await once(socket, "readable");
        return socket;
      }),
    );

  it("sends an address at most 64 answers above 64 KiB at once; more wait, while small answers and other addresses are served", async () => {
    const [first] = await leaveUnread(64, from("203.0.113.1"));
    let isWaiting = true;
    const waiting = answerTo("/assets/long-1.js", from("203.0.113.1")).finally(() => {
      isWaiting = false;
    });
    expect((await answerTo("/assets/small-1.js", from("203.0.113.1"))).status).toBe(200);
    expect((await answerTo("/assets/long-1.js", from("203.0.113.2"))).status).toBe(200);
    expect((await answerTo("/assets/long-1.js")).status, "the proxy's own request").toBe(200);
    expect(isWaiting).toBe(true);
    first?.destroy();
    expect((await waiting).text.length).toBeGreaterThan(longBytes);
  });

  it("an answer that waits too long for slow readers is 429, and its connection is closed", async () => {
    const slow = await leaveUnread(64, from("203.0.113.3"));
    const reading = setInterval(() => {
      for (const socket of slow) socket.read();
    }, 100);
    const refused = await answerTo("/assets/long-1.js", from("203.0.113.3"));
    clearInterval(reading);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
    expect(refused.text).toMatch(/^retry-after: \d+\r$/im);
  });

  it("a waiting answer is sent once the connections of stalled readers are closed", async () => {
    await leaveUnread(64, from("203.0.113.5"));
    const answer = await answerTo("/assets/long-1.js", from("203.0.113.5"));
    expect(answer.status).toBe(200);
    expect(answer.text.length).toBeGreaterThan(longBytes);
  });

  it("a trusted proxy's own answers are not limited in number", async () => {
    await leaveUnread(65);
  });

  it("a connection that doesn't read a console file is closed", async () => {
    const [idle] = await leaveUnread(1, from("203.0.113.4"));
    let isClosed = false;
    idle?.once("close", () => {
      isClosed = true;
    });
    await expect
      .poll(() => {
        idle?.write("G"); // A client that doesn't read notices the close only by writing.
        return isClosed;
      })
      .toBe(true);
  });

  it("a changed console file is sent in its current version", async () => {
    const text = async () => (await answerTo("/assets/changing-1.js")).text.split("\r\n\r\n")[1];
    writeFileSync(join(folder, "assets/changing-1.js"), "before");
    expect(await text()).toBe("before");
    writeFileSync(join(folder, "assets/changing-1.js"), "after");
    expect(await text()).toBe("after");
    rmSync(join(folder, "assets/changing-1.js"));
    expect((await answerTo("/assets/changing-1.js")).status).toBe(404);
  });
});
