import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { buildCheckedApp } from "../world.ts";
import { sendRaw } from "./raw-http.ts";
import { openRawWorld, requestTimeout } from "./raw-world.ts";

describe.each(databases)("$database", ({ create }) => {
  const raw = openRawWorld(create);

  describe("a request that arrives too slowly is answered and its connection closed", () => {
    it.each([
      ["half a body", () => [raw.post(["Content-Length: 20"], '{"name":')]],
      [
        "a body of which a byte comes now and then",
        () => [raw.post(["Content-Length: 200"], "{"), ..." ".repeat(100)],
      ],
      ["a chunk that does not end", () => [raw.post(["Transfer-Encoding: chunked"], "ff\r\n{")]],
      ["half a head", () => ["GET /v1 HTTP/1.1\r\nHost: x\r\nX-Slow: "]],
      [
        "a head of which a line comes now and then",
        () => ["GET /v1 HTTP/1.1\r\n", ...Array(100).fill("X-A: b\r\n")],
      ],
      ["nothing at all", () => []],
    ])("%s", async (_what, parts) => {
      const before = await raw.projects();
      const heard = await raw.send(parts(), { pause: 50 });
      raw.expectRefused(heard, 408);
      expect(heard.ms).toBeGreaterThan(requestTimeout - 50);
      expect(await raw.projects()).toBe(before);
      await sleep(50);
      expect(raw.failures(), "a slow client is no failure of the service").toBe(0);
    });
  });

  it("50 slow connections don't delay a request", async () => {
    const patient = buildCheckedApp(raw.world.context);
    await patient.listen({ host: "127.0.0.1", port: 0 });
    const { port } = patient.server.address() as AddressInfo;
    const sockets = Array.from({ length: 50 }, () =>
      connect({ port, host: "127.0.0.1" }).on("error", () => {}),
    );
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    for (const socket of sockets) socket.write(raw.post(["Content-Length: 20"], "{"));
    expect((await sendRaw(port, raw.get("/v1/me", raw.auth()))).status).toBe(200);
    for (const socket of sockets) {
      expect(socket.readableLength).toBe(0);
      socket.destroy();
    }
    await patient.close();
  });

  it("50 slow connections at once are each answered and closed", async () => {
    const half = raw.post(["Content-Length: 20"], "{");
    const slow = await Promise.all(Array.from({ length: 50 }, () => raw.send(half)));
    for (const heard of slow) expect(heard).toMatchObject({ status: 408, ms: expect.any(Number) });
  });

  it("a client that hangs up during a request is no failure of the service", async () => {
    const before = await raw.projects();
    await raw.send(raw.post(["Content-Length: 20"], '{"name":'), { patienceMs: 100 });
    await sleep(200);
    expect(await raw.projects()).toBe(before);
    expect(raw.failures()).toBe(0);
  });

  it("an upload aborted by its client is no failure of the service", async () => {
    const before = raw.failures();
    const answers = () => raw.logged().filter(({ path }) => path === "/v1/context/upload");
    const lines = [
      ...["POST /v1/context/upload HTTP/1.1", "Host: x", raw.auth()],
      ...["Content-Type: multipart/form-data; boundary=b", "Content-Length: 100000"],
    ];
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it';
    const socket = connect({ port: raw.port, host: "127.0.0.1" }).on("error", () => {});
    socket.write(`${lines.join("\r\n")}\r\n\r\n${part}`);
    await sleep(100);
    socket.resetAndDestroy();
    await expect.poll(answers).not.toHaveLength(0);
    expect((await raw.world.alice.get("/v1/context")).body.sources).toEqual([]);
    expect(raw.failures()).toBe(before);
  });
});
