import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { type Service, startService } from "../kill/service.ts";
import { openWorld, setUpWorld } from "../world.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let service: Service;
  beforeAll(async () => {
    service = await startService({ ...world.env, GROUNDPLAN_SHUTDOWN_SECONDS: "4" });
  });
  afterAll(() => service.kill());

  const leave = async (request: string) => {
    const socket = connect({ port: Number(new URL(service.url).port), host: "127.0.0.1" });
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(request, () => socket.resetAndDestroy());
    await once(socket, "close");
  };

  it("a stop does not wait for clients that left before their credential was looked up, and exits with 0", async () => {
    const keys: string[] = [];
    for (let n = 0; n < 20; n++) keys.push(await world.key(world.alice.email, "acme", "write"));
    const requests = Array.from({ length: 100 }, (_, n) => {
      const head = (line: string) =>
        `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys[n % keys.length]}\r\n`;
      return n % 2
        ? `${head("GET /v1/projects")}\r\n`
        : `${head("POST /hooks/trackers/nowhere")}Content-Length: 2\r\n\r\n{}`;
    });
    await Promise.all(requests.map(leave));
    expect(await service.stop()).toBe(0);
  });
});

it("a stop does not wait for a client that doesn't read its answers: it exits 0", async () => {
  const world = await openWorld(databases[0]?.create ?? expect.fail("no SQLite"), { jobs: "off" });
  const { alice } = world;
  const specs = "/v1/projects/web/plans/PLAN-1/specs";
  await alice.post("/v1/projects", { name: "Web" });
  await alice.post("/v1/projects/web/plans", { name: "Plan" });
  const batch = Array.from({ length: 28 }, (_, n) => ({
    title: `Spec ${n}`,
    content: "x".repeat(145_000),
  }));
  expect((await alice.post(`${specs}/batch`, { specs: batch })).status).toBe(201);
  const stopping = await startService({ ...world.env, GROUNDPLAN_SHUTDOWN_SECONDS: "6" });
  const socket = connect({ port: Number(new URL(stopping.url).port), host: "127.0.0.1" });
  socket.on("error", () => {});
  const head = `GET ${specs}?limit=200 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${alice.key}\r\n\r\n`;
  socket.write(head.repeat(3));
  await once(socket, "readable"); // The answer has begun, and is read no further.
  expect(await stopping.stop()).toBe(0);
  socket.destroy();
  await world.close();
});
