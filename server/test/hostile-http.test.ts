import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorBody } from "@groundplan/contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { databases } from "./databases.ts";
import { expectError } from "./expect-error.ts";
import { type Heard, sendRaw } from "./raw-http.ts";
import { buildCheckedApp, openWorld, type World } from "./world.ts";

/** The time limit is short, so that tests of slow requests are fast. */
const requestTimeout = 600;

describe.each(databases)("$database", ({ create }) => {
  let world: World;
  let app: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    world = await openWorld(create, { jobs: "off" });
    await world.alice.post("/v1/projects", { name: "Web" });
    await world.alice.post("/v1/projects/web/plans", { name: "Secret", visibility: "PRIVATE" });
    app = buildCheckedApp(world.context, { requestTimeout });
    await app.listen({ host: "127.0.0.1", port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const auth = () => `Authorization: Bearer ${world.alice.key}`;
  const post = (headers: string[], body: string) =>
    `${["POST /v1/projects HTTP/1.1", "Host: x", auth(), "Content-Type: application/json", ...headers].join("\r\n")}\r\n\r\n${body}`;
  const get = (target: string, ...headers: string[]) =>
    `${[`GET ${target} HTTP/1.1`, "Host: x", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;

  const expectRefused = (heard: Heard, status: number) => {
    expect(heard.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(heard).toMatchObject({ status, ms: expect.any(Number) });
    expect(heard.body).toEqual({
      error: expect.objectContaining({
        code: expect.any(String),
        message: expect.stringMatching(/^[A-Z].*\.$/),
      }),
    });
    expect(heard.text).toMatch(/^content-type: application\/json; charset=utf-8\r$/im);
    expect(heard.text).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(heard.text).toMatch(/^cache-control: private, no-cache\r$/im);
    const id = /^x-request-id: ([\w-]+)\r$/im.exec(heard.text)?.[1];
    const noted = world.logged.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
    expect(noted).toEqual([expect.objectContaining({ msg: "request", status })]);
  };
  const failures = () => world.logged.filter((line) => JSON.parse(line).level >= 50).length;
  const projects = async () => (await world.alice.get("/v1/projects")).body.projects.length;

  describe("a request that arrives too slowly is answered and its connection closed", () => {
    it.each([
      ["half a body", () => [post(["Content-Length: 20"], '{"name":')]],
      [
        "a body of which a byte comes now and then",
        () => [post(["Content-Length: 200"], "{"), ..." ".repeat(100)],
      ],
      ["a chunk that does not end", () => [post(["Transfer-Encoding: chunked"], "ff\r\n{")]],
      ["half a head", () => ["GET /v1 HTTP/1.1\r\nHost: x\r\nX-Slow: "]],
      [
        "a head of which a line comes now and then",
        () => ["GET /v1 HTTP/1.1\r\n", ...Array(100).fill("X-A: b\r\n")],
      ],
      ["nothing at all", () => []],
    ])("%s", async (_what, parts) => {
      const before = await projects();
      const heard = await sendRaw(port, parts(), { pause: 50 });
      expectRefused(heard, 408);
      expect(heard.ms).toBeGreaterThan(requestTimeout - 50);
      expect(heard.ms).toBeLessThan(requestTimeout * 4 + 1500);
      expect(await projects()).toBe(before);
      await sleep(50);
      expect(failures(), "a slow client is no failure of the service").toBe(0);
    });
  });

  it("50 slow connections don't make a request wait", async () => {
    let ended = 0;
    const slow = Array.from({ length: 50 }, async () => {
      const heard = await sendRaw(port, post(["Content-Length: 20"], "{"));
      ended++;
      return heard;
    });
    await sleep(50);
    expect((await sendRaw(port, get("/v1/me", auth()))).status).toBe(200);
    expect(ended).toBeLessThan(slow.length);
    for (const heard of await Promise.all(slow))
      expect(heard).toMatchObject({ status: 408, ms: expect.any(Number) });
  });

  it("a client that hangs up during a request is no failure of the service", async () => {
    const before = await projects();
    await sendRaw(port, post(["Content-Length: 20"], '{"name":'), { patienceMs: 100 });
    await sleep(200);
    expect(await projects()).toBe(before);
    expect(failures()).toBe(0);
  });

  const body = '{"name":"Smuggled"}';
  const length = `Content-Length: ${body.length}`;
  const smuggled = `GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n`;
  const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`;
  it.each<[string, () => string]>([
    [
      "Content-Length and Transfer-Encoding",
      () => post([length, "Transfer-Encoding: chunked"], `0\r\n\r\n${smuggled}`),
    ],
    ["two lengths", () => post([length, "Content-Length: 5"], body)],
    ["two lengths in one line", () => post([`Content-Length: ${body.length}, 5`], body)],
    ["a length that is no number", () => post(["Content-Length: 1x"], body)],
    ["a negative length", () => post(["Content-Length: -1"], body)],
    ["a length with a sign", () => post([`Content-Length: +${body.length}`], body)],
    ["an unknown Transfer-Encoding", () => post(["Transfer-Encoding: xchunked"], body)],
    ["chunked that is not last", () => post(["Transfer-Encoding: chunked, identity"], body)],
    [
      "chunked twice",
      () => post(["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], `zz\r\n${body}`),
    ],
    ["a chunk size that is none", () => post(["Transfer-Encoding: chunked"], `xyz\r\n${body}\r\n0\r\n\r\n`)],
    ["a chunk longer than it says", () => post(["Transfer-Encoding: chunked"], `1\r\n${body}\r\n0\r\n\r\n`)],
    ["bare line feeds", () => get("/v1/me", auth()).replaceAll("\r\n", "\n")],
    ["a bare line feed in the head", () => get("/v1/me", `${auth()}\nX-A: b`)],
    ["a bare carriage return", () => get("/v1/me", `${auth()}\rX-A: b`)],
    ["a space before the colon", () => get("/v1/me", "Authorization : Bearer x")],
    ["a folded line", () => get("/v1/me", "X-A: b\r\n c")],
    ["a NUL in a header", () => get("/v1/me", "X-A: b\0c")],
    ["a NUL in the address", () => get("/v1/me\0")],
    ["no host", () => get("/v1/me", auth()).replace("Host: x\r\n", "")],
    ["two hosts", () => get("/v1/me", "Host: y", auth())],
    ["an unknown version", () => head("GET /v1/me HTTP/9.9", "Host: x", auth())],
    ["an unknown method", () => head("STEAL /v1/me HTTP/1.1", "Host: x", auth())],
    ["a method in small letters", () => head("get /v1/me HTTP/1.1", "Host: x", auth())],
    ["an address that is none", () => get("http://%00/v1/me", auth())],
    ["a tunnel", () => head("CONNECT x:443 HTTP/1.1", "Host: x", auth())],
    ["TLS", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["junk", () => "junk\r\n\r\n"],
  ])("%s is 400, and nothing after it is read", async (_what, request) => {
    const before = await projects();
    expectRefused(await sendRaw(port, request()), 400);
    expect(await projects()).toBe(before);
  });

  it("HTTPS to the port is answered and logged in plain words", async () => {
    const heard = await sendRaw(port, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03");
    expectRefused(heard, 400);
    expect(heard.body.error.message).toContain("http://");
    expect(world.logged.filter((line) => line.includes("HTTPS")).length).toBeGreaterThan(0);
    expect(world.logged.join("")).not.toMatch(/ssl routines|openssl/i);
  });

  it.each<[string, () => string]>([
    ["a header of 20 kB", () => get("/v1/me", auth(), `X-A: ${"a".repeat(20_000)}`)],
    ["3,000 headers", () => get("/v1/me", auth(), ...Array.from({ length: 3000 }, (_, n) => `X-${n}: b`))],
    ["an address of 20 kB", () => get(`/v1/projects/${"a".repeat(20_000)}`, auth())],
    ["a query of 20 kB", () => get(`/v1/projects?cursor=${"a".repeat(20_000)}`, auth())],
  ])("%s is 431", async (_what, request) => expectRefused(await sendRaw(port, request()), 431));

  it("an unknown Expect is ignored", async () => {
    const heard = await sendRaw(port, get("/v1/me", auth(), "Expect: the-unexpected"));
    expect(heard).toMatchObject({ status: 200, body: { role: "OWNER" } });
  });

  it("a body over the limit is 413 at once, and the connection closed", async () => {
    const heard = await sendRaw(port, post(["Content-Length: 900000000"], "{"));
    expectRefused(heard, 413);
    expect(heard.ms).toBeLessThan(requestTimeout);
    const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
    expectRefused(await sendRaw(port, post(["Transfer-Encoding: chunked"], chunk.repeat(20))), 413);
  });

  it("a client that writes a body over the limit to its end reads the 413, and its connection goes on", async () => {
    const patient = buildCheckedApp(world.context);
    await patient.listen({ host: "127.0.0.1", port: 0 });
    const base = `http://127.0.0.1:${(patient.server.address() as AddressInfo).port}/v1/projects`;
    const authorization = `Bearer ${world.alice.key}`;
    const send = async (method: string, path: string, body: string | FormData) => {
      const type = typeof body === "string" ? { "content-type": "application/json" } : {};
      const answer = await fetch(`${base}${path}`, { method, headers: { authorization, ...type }, body });
      return `${answer.status} ${((await answer.json()) as ErrorBody).error.code}`;
    };
    const zipped = (mebibytes: number) => {
      const made = new FormData();
      made.append("file", new Blob([Buffer.alloc(mebibytes * 2 ** 20)]), "site.zip");
      return made;
    };
    for (const mebibytes of [4, 33, 4, 16]) {
      const json = JSON.stringify({ name: "x".repeat(mebibytes * 2 ** 20) });
      expect(await send("POST", "", json), `${mebibytes} MiB of JSON`).toBe("413 payload_too_large");
    }
    for (const mebibytes of [34, 40, 60])
      expect(
        await send("PUT", "/web/plans/PLAN-1/prototype", zipped(mebibytes)),
        `a form of ${mebibytes} MiB`,
      ).toBe("413 payload_too_large");
    const whole = " ".repeat(3 * 2 ** 20);
    const { port: at } = patient.server.address() as AddressInfo;
    const sized = `Content-Length: ${whole.length}`;
    const heard = await sendRaw(at, [post([sized], whole), get("/v1/me", auth())]);
    expect([...heard.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["413", "200"]);
    const last = await sendRaw(at, [post([sized, "Connection: close"], whole.slice(1)), " "], { pause: 300 });
    expect([last.status, last.body.error.code]).toEqual([413, "payload_too_large"]);
    expect(last.ms, "closed once all of it was read, and not before").toBeGreaterThan(290);
    await patient.close();
  });

  it("a request behind a broken one on the same connection is not answered", async () => {
    const kept = get("/v1/me", auth()).replace("Connection: close\r\n", "");
    // The first answer is there before the junk comes, also where the machine is busy.
    const heard = await sendRaw(port, [kept, "junk\r\n\r\n", get("/v1/me", auth())], { pause: 500 });
    expect([...heard.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["200", "400"]);
    expect(heard.ms).not.toBeNull();
  });

  it("a path in another spelling never gives a higher right than the plain one", async () => {
    const plain = "/v1/projects/web/plans/PLAN-1";
    const spellings = [
      ...[
        `${plain}#x`,
        `${plain}#`,
        `${plain};x=1`,
        `${plain};`,
        `${plain}/`,
        `${plain}//`,
        `${plain}?`,
        `${plain}%20`,
      ],
      ...[
        "//v1/projects/web/plans/PLAN-1",
        "/v1//projects/web/plans/PLAN-1",
        "/v1/projects/web/plans//PLAN-1",
      ],
      ...[
        "/v1/projects/../projects/web/plans/PLAN-1",
        "/v1/projects/web/plans/x/../PLAN-1",
        "/v1/./projects/web/plans/PLAN-1",
      ],
      ...[
        "/v1/projects/web/plans/%50LAN-1",
        "/v1/projects/web/plans/PLAN%2d1",
        "/v1/projects/web%2fplans%2fPLAN-1",
      ],
      ...[
        "/v1%2fprojects/web/plans/PLAN-1",
        "/v1/projects/web/plans/x%2f..%2fPLAN-1",
        "/V1/projects/web/plans/PLAN-1",
      ],
      ...["/v1/PROJECTS/web/plans/PLAN-1", "/v1/projects/WEB/plans/PLAN-1", "/v1/projects/web/plans/plan-1"],
      ...[
        `http://x${plain}`,
        `http://evil.example${plain}`,
        `${plain}%00`,
        `${plain}%23`,
        `${plain}%3f`,
        `${plain}%252f`,
      ],
      ...[
        "/v1\\projects/web/plans/PLAN-1",
        "/v1/projects/web/plans/PLAN-1/tree/..",
        "/v1/me/../projects/web/plans/PLAN-1",
      ],
    ];
    const reader = await world.reader(world.alice);
    const bearer = (key: string) => `Authorization: Bearer ${key}`;
    for (const path of spellings) {
      for (const refused of [undefined, bearer(world.bob.key), bearer(world.mallory.key)]) {
        const heard = await sendRaw(port, get(path, ...(refused ? [refused] : [])));
        expect(refused ? [400, 404] : [400, 401, 404], path).toContain(heard.status);
        expect(heard.text, path).not.toContain("Secret");
      }
      const write = get(path, bearer(reader.key)).replace("GET", "DELETE");
      expect([400, 403, 404, 405], path).toContain((await sendRaw(port, write)).status);
    }
    expect((await world.alice.get(plain)).body.plan.name).toBe("Secret");
  });

  it("no header can replace the method or the path", async () => {
    const reader = await world.reader(world.alice);
    for (const name of [
      "X-HTTP-Method-Override",
      "X-HTTP-Method",
      "X-Method-Override",
      "X-Original-URL",
      "X-Rewrite-URL",
    ]) {
      const value = name.endsWith("URL") ? "/v1/projects" : "DELETE";
      const headers = { [name]: value };
      const answer = await reader.get("/v1/projects/web", headers);
      expect([answer.status, answer.body.project?.slug], name).toEqual([200, "web"]);
      expectError(
        await reader.post("/v1/projects/web/plans?_method=GET", { name: "P" }, headers),
        "insufficient_scope",
      );
    }
    expect((await world.alice.get("/v1/projects/web")).status).toBe(200);
  });

  it("an upload that its client breaks off is no failure of the service", async () => {
    const before = failures();
    const answers = () =>
      world.logged.map((line) => JSON.parse(line)).filter(({ path }) => path === "/v1/context/upload");
    const lines = [
      ...["POST /v1/context/upload HTTP/1.1", "Host: x", auth()],
      ...["Content-Type: multipart/form-data; boundary=b", "Content-Length: 100000"],
    ];
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it';
    const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {});
    socket.write(`${lines.join("\r\n")}\r\n\r\n${part}`);
    await sleep(100);
    socket.resetAndDestroy();
    await expect.poll(answers).not.toHaveLength(0);
    expect((await world.alice.get("/v1/context")).body.sources).toEqual([]);
    expect(failures()).toBe(before);
  });

  it("a credential is accepted in `Authorization: Bearer` only", async () => {
    const { key } = world.alice;
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    const carriers: [string, Record<string, string>][] = [
      [`/v1/me?access_token=${key}`, {}],
      [`/v1/me?api_key=${key}`, {}],
      [`/v1/me?token=${key}`, {}],
      ["/v1/me", { cookie: `psk=${key}; access_token=${key}; authorization=Bearer ${key}` }],
      ["/v1/me", { authorization: basic(`${key}:`) }],
      ["/v1/me", { authorization: basic(`x:${key}`) }],
      ["/v1/me", { authorization: key }],
      ["/v1/me", { "x-api-key": key }],
      ["/v1/me", { "proxy-authorization": `Bearer ${key}` }],
      ["/v1/me", { "x-forwarded-authorization": `Bearer ${key}` }],
    ];
    for (const [path, headers] of carriers)
      expectError(await world.send("GET", path, undefined, headers), "unauthorized", JSON.stringify(headers));
    const inBody = await world.send("POST", "/v1/projects", { name: "P", access_token: key });
    expectError(inBody, "unauthorized");
    for (const other of ["Authorization: Bearer psk_wrong", auth(), auth().toLowerCase(), "authorization:"]) {
      for (const lines of [
        [other, auth()],
        [auth(), other],
      ])
        expectRefused(await sendRaw(port, get("/v1/me", ...lines)), 400);
    }
  });
});
