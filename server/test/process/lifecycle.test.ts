import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { buildCheckedApp, openWorld, type World } from "../world.ts";

describe.each(databases)("$database", ({ create }) => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld(create);
  });
  afterEach(() => world.close());

  it("/healthz and /readyz answer 200 without a credential and without a rate limit", async () => {
    for (let n = 0; n < 100; n++) {
      expect(await world.send("GET", "/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
      expect(await world.send("GET", "/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
    }
  });

  it("/readyz is 503 if the database does not answer, /healthz is not", async () => {
    await world.context.db.destroy();
    expectError(await world.send("GET", "/readyz"), "unavailable");
    expect((await world.send("GET", "/healthz")).status).toBe(200);
  });

  it("/readyz queries the database at most once a second, however many ask", async () => {
    let asked = 0;
    const db = new Proxy(world.context.db, {
      get(target, name) {
        if (name === "getExecutor") asked++;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const app = buildCheckedApp({ ...world.context, db });
    asked = 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.inject({ method: "GET", url: "/readyz" })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
    expect(asked).toBe(1);
    await app.close();
  });

  it("a draining service takes no new work: 503 with Retry-After, and it is not ready", async () => {
    await world.context.drain();
    const answers = [
      await world.send("GET", "/readyz"),
      await world.send("GET", "/v1"),
      await world.alice.get("/v1/me"),
      await world.alice.post("/v1/projects", { name: "Late" }),
    ];
    for (const answer of answers) {
      expectError(answer, "unavailable");
      expect(answer.headers.connection).toBe("close");
    }
    expect((await world.send("GET", "/healthz")).status).toBe(200);
    // A refused reader of events would never come back.
    const late = await world.app.inject({
      url: "/v1/events",
      headers: { authorization: `Bearer ${world.alice.key}`, "last-event-id": "0" },
    });
    expect(late).toMatchObject({ statusCode: 200, body: expect.stringMatching(/^:\n\nretry: \d+\n\n$/) });
    expect((await world.send("GET", "/v1/events")).status).toBe(401);
    const { length } = await world.context.db.selectFrom("projects").select("id").execute();
    expect(length).toBe(0);
  });

  it("a request from before the drain is answered, then its connection ends; later requests on it are 503", async () => {
    await world.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = world.app.server.address() as AddressInfo;
    const head = (method: string, path: string, ...lines: string[]) =>
      `${[`${method} ${path} HTTP/1.1`, "Host: x", `Authorization: Bearer ${world.alice.key}`, ...lines].join("\r\n")}\r\n\r\n`;
    const open = async () => {
      const socket = connect(port, "127.0.0.1");
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      await once(socket, "connect");
      return { socket, text: () => text, ended: once(socket, "close") };
    };
    const [held, alive] = [await open(), await open()];
    held.socket.write(head("POST", "/v1/projects", "Content-Type: application/json", "Content-Length: 14"));
    held.socket.write('{"name":');
    alive.socket.write(head("GET", "/v1/me"));
    await expect.poll(alive.text).toContain("200 OK");
    await sleep(50);

    await world.context.drain();
    alive.socket.write(head("GET", "/v1/me"));
    await alive.ended;
    expect(alive.text().split("HTTP/1.1 ")[2]).toMatch(
      /^503 .*\nretry-after: \d+\r\n.*"code":"unavailable"/is,
    );

    const closed = world.app.close();
    held.socket.write('"Web"}');
    await held.ended;
    expect(held.text()).toMatch(/^HTTP\/1\.1 201 .*"slug":"web"/s);
    await closed;
  });
});
