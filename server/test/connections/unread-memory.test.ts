import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { type Service, startService } from "../kill/service.ts";
import { resident } from "../resident.ts";
import { openWorld, type World } from "../world.ts";

const long = Boolean(process.env.LONG);
const connections = long ? 1_000 : 200;
/** The most memory in MB that unread answers may add to an idle service. */
const most = 150;

async function largestFile(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const files = [...page.matchAll(/\/assets\/[^"]+\.js/g)].map(([path]) => path);
  const sizes = await Promise.all(
    files.map(async (path) => (await (await fetch(url + path)).arrayBuffer()).byteLength),
  );
  return files[sizes.indexOf(Math.max(...sizes))] ?? expect.fail("no file");
}

describe.runIf(process.platform === "linux").each(databases)("$database", ({ database, create }) => {
  let world: World | undefined;
  let service: Service | undefined;
  let sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await service?.kill();
    await world?.close();
    service = world = undefined;
  });

  async function start(env: Record<string, string> = {}, script?: string) {
    world = await openWorld(create, { jobs: "off" });
    service = await startService({ ...world.env, ...env }, script);
    return { world, service, port: Number(new URL(service.url).port) };
  }

  /** Sends the request on many connections that read nothing; returns the peak memory in MB above idle. */
  async function flood(
    { pid, url }: Service,
    port: number,
    request: string,
    key: string,
    count = connections,
  ): Promise<number> {
    const rest = resident(pid) ?? 0;
    let peak = rest;
    const watching = setInterval(() => {
      peak = Math.max(peak, resident(pid) ?? 0);
    }, 10);
    sockets = Array.from({ length: count }, () => {
      const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {});
      socket.pause();
      socket.write(request);
      return socket;
    });
    for (let n = 0; n < 100; n++) {
      const me = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
      expect(me.status).toBe(200);
      await me.text();
      await sleep(20);
    }
    clearInterval(watching);
    return peak - rest;
  }

  async function expectClosed() {
    await sleep(25_000 - 2_000);
    // A client that doesn't read notices the close only by writing.
    await expect
      .poll(() => {
        for (const socket of sockets) socket.write("G");
        return sockets.filter(({ destroyed }) => !destroyed).length;
      })
      .toBe(0);
  }

  it.runIf(database === "SQLite")(
    "connections that request a console file larger than socket buffers, and never read, share it",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "groundplan-console-"));
      mkdirSync(join(folder, "assets"));
      writeFileSync(join(folder, "assets/long-1.js"), Buffer.alloc(16 * 1024 * 1024, "a"));
      const script = new URL("../kill/serve-console.ts", import.meta.url).pathname;
      const { world, service, port } = await start({ CONSOLE_FOLDER: folder }, script);
      const request = "GET /assets/long-1.js HTTP/1.1\r\nHost: x\r\n\r\n";
      expect(await flood(service, port, request, world.alice.key, 40)).toBeLessThan(most);
      rmSync(folder, { recursive: true });
    },
  );

  it.runIf(database === "SQLite" && long)(
    "connections that request a console file and never read take little memory, and are closed",
    async () => {
      const { world, service, port } = await start();
      const path = await largestFile(service.url);
      const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
      expect(await flood(service, port, request, world.alice.key)).toBeLessThan(most);
      await expectClosed();
    },
  );

  /** Requests that each connection sends at once. */
  const pipelined = long ? [1, 40] : [1];

  it.each(pipelined)(
    "connections that request a long list with a key, %i times, and never read take little memory, and are closed",
    async (times) => {
      const { world, service, port } = await start();
      const { alice } = world;
      const specs = "/v1/projects/web/plans/PLAN-1/specs";
      await alice.post("/v1/projects", { name: "Web" });
      await alice.post("/v1/projects/web/plans", { name: "Plan" });
      const content = "word and another\n".repeat(200);
      for (let n = 0; n < 4; n++)
        await alice.post(`${specs}/batch`, {
          specs: Array.from({ length: 500 }, (_, at) => ({ title: `Spec ${n} ${at}`, content })),
        });
      const request = `GET ${specs} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${alice.key}\r\n\r\n`;
      expect(await flood(service, port, request.repeat(times), alice.key)).toBeLessThan(most);
      if (long) await expectClosed();
    },
  );
});
