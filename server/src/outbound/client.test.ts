import { randomBytes } from "node:crypto";
import { getEventListeners } from "node:events";
import type { RequestListener } from "node:http";
import { createServer, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { createOutbound, type Outbound, type OutboundOptions } from "./client.ts";
import { OutboundError } from "./errors.ts";
import { failure, listen } from "./testing.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(answer: RequestListener) {
  const server = await listen(answer);
  closing.push(server.close);
  return server;
}

function open(limits: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({ allowPrivateNetwork: true, deadlineMs: 5_000, ...limits });
  closing.push(outbound.close);
  return outbound;
}

test("the answer is a standard Response", async () => {
  const server = await serve((_request, response) => {
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    response.writeHead(404, "canary phrase", { "content-type": "application/json" }).end('{"a":1}');
  });
  const response = await open().fetch(`${server.url}/path?query`);
  expect(response).toBeInstanceOf(Response);
  expect([response.status, response.statusText, response.ok]).toEqual([404, "Not Found", false]);
  expect([response.url, response.redirected]).toEqual([`${server.url}/path?query`, false]);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await response.json()).toEqual({ a: 1 });
});

test.each([204, 205, 304])("an answer %i has no body", async (status) => {
  const server = await serve((_request, response) => response.writeHead(status).end());
  expect((await open().fetch(server.url)).body).toBeNull();
});

test.each(["HEAD", "GET", "PUT", "PATCH", "DELETE"])("%s is sent as given", async (method) => {
  const server = await serve((_request, response) => response.end());
  await open().fetch(new URL(server.url), { method, headers: { "x-a": "b" } });
  expect(server.requests).toMatchObject([{ method, headers: { "x-a": "b", "user-agent": "groundplan" } }]);
});

test("bodies of every kind arrive", async () => {
  const server = await serve((_request, response) => response.end());
  const form = new FormData();
  form.set("field", "text");
  const stream = ReadableStream.from([Buffer.from("te"), Buffer.from("xt")]);
  const bodies = [
    "text",
    Buffer.from("text"),
    new URLSearchParams({ field: "text" }),
    new Blob(["text"]),
    form,
    stream,
  ];
  for (const body of bodies) await open().fetch(server.url, { method: "POST", body, duplex: "half" });
  expect(server.requests).toHaveLength(bodies.length);
  for (const request of server.requests) expect(request.body).toContain("text");
  expect(server.requests[2]?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
  expect(server.requests[4]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
});

test("a malformed header is refused without being quoted", async () => {
  const headers = { authorization: "Bearer hunter2\n" };
  await failure(
    open().fetch("http://127.0.0.1:9/", { headers: { ...headers, "x y": "hunter2" } }),
    "bad_url",
  );
});

test("a body of exactly the limit arrives, one byte more fails, also without a stated length", async () => {
  const server = await serve((request, response) => {
    const bytes = Buffer.alloc(Number(request.url?.slice(2)), "x");
    if (request.url?.startsWith("/c")) response.write(bytes);
    response.end(request.url?.startsWith("/c") ? "" : bytes);
  });
  const { fetch } = open({ maxBytes: 100_000 });
  for (const kind of ["c", "l"]) {
    expect(await (await fetch(`${server.url}/${kind}100000`)).text()).toHaveLength(100_000);
    await failure(fetch(`${server.url}/${kind}100001`), "too_large");
  }
});

test("an endless body is cut off and its connection closed", async () => {
  const server = await serve((_request, response) => {
    const timer = setInterval(() => response.write(randomBytes(16_384)), 1);
    response.on("close", () => clearInterval(timer)).on("close", closed.resolve);
  });
  const closed = Promise.withResolvers<void>();
  await failure(open({ maxBytes: 100_000 }).fetch(server.url), "too_large");
  await closed.promise;
});

test.each([
  ["gzip", (bytes: Buffer) => gzipSync(bytes)],
  ["gzip, gzip", (bytes: Buffer) => gzipSync(gzipSync(bytes))],
  ["br", (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
])("a %s bomb is counted after decompression and costs little memory", async (encoding, compress) => {
  const bomb = compress(Buffer.alloc(100 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(1024 * 1024);
  const server = await serve((_request, response) => {
    response.setHeader("content-encoding", encoding);
    response.on("error", () => {}).end(bomb);
  });
  const { fetch } = open({ maxBytes: 1024 * 1024 });
  const before = process.memoryUsage().rss;
  await failure(fetch(server.url), "too_large");
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});

test("compressed answers are decompressed", async () => {
  const server = await serve((_request, response) => {
    response.setHeader("content-encoding", "gzip");
    response.end(gzipSync("plain"));
  });
  expect(await (await open().fetch(server.url)).text()).toBe("plain");
});

test("the body of a redirect is not read", async () => {
  const server = await serve((request, response) => {
    if (request.url === "/end") return response.end("end");
    response.writeHead(302, { location: "/end", "content-encoding": "gzip" });
    return response.write("x".repeat(100_000));
  });
  expect(await (await open({ maxBytes: 10 }).fetch(server.url)).text()).toBe("end");
});

const slow: [string, RequestListener][] = [
  ["never answers", () => {}],
  ["sends headers and no body", (_request, response) => void response.writeHead(200).flushHeaders()],
  [
    "trickles its body",
    (_request, response) => {
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    },
  ],
  [
    "redirects slowly",
    (request, response) => {
      setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 200);
    },
  ],
];

test.each(slow)("a server that %s runs into the deadline", async (_what, answer) => {
  const server = await serve(answer);
  await failure(open({ deadlineMs: 300 }).fetch(server.url), "timeout");
});

test("a body that never ends is dropped long before the deadline if only the status matters", async () => {
  const server = await serve((_request, response) => response.writeHead(200).write("a little"));
  const { status, body } = await open({ deadlineMs: 3_600_000 }).fetch(server.url, { statusOnly: true });
  expect([status, body]).toEqual([200, null]);
});

test("deadline and abort work after a garbage collection", async () => {
  setFlagsFromString("--expose-gc");
  const collecting = setInterval(runInNewContext("gc"), 20);
  closing.push(async () => clearInterval(collecting));
  const server = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  });
  const readAll = async (limits: Partial<OutboundOptions>, init: RequestInit = {}) =>
    (await open(limits).fetch(server.url, init)).text();
  await expect(readAll({ deadlineMs: 300 })).rejects.toMatchObject({ code: "timeout" });
  const signal = AbortSignal.any([AbortSignal.timeout(300), new AbortController().signal]);
  await expect(readAll({}, { signal })).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a name that is never resolved runs into the deadline", async () => {
  const { fetch } = open({ deadlineMs: 200, lookup: () => new Promise(() => {}) });
  await failure(fetch("http://slow.test/"), "timeout");
});

test("the caller's abort ends the call with the caller's reason", async () => {
  const server = await serve((request, response) => {
    if (request.url === "/body") response.writeHead(200).flushHeaders();
  });
  const { fetch, trustedFetch } = open();
  const reason = new Error("no longer wanted");
  for (const call of [fetch, trustedFetch]) {
    for (const path of ["/", "/body"]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 50);
      await expect(call(server.url + path, { signal: controller.signal })).rejects.toBe(reason);
    }
    await expect(call(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  }
  expect(server.requests).toHaveLength(4);
});

test("an ended call leaves nothing on the caller's signal", async () => {
  const server = await serve((request, response) => {
    if (/stream|broken/.test(request.url ?? "")) response.setHeader("content-type", "text/event-stream");
    if (request.url === "/broken") return response.write("x", () => response.destroy());
    if (request.url === "/empty") response.statusCode = 204;
    return response.end(request.url === "/empty" ? "" : "x".repeat(1_000));
  });
  const { signal } = new AbortController();
  const limited = open({ maxBytes: 999 });
  await open().fetch(server.url, { signal });
  await open().fetch(`${server.url}/empty`, { signal });
  await (await open().fetch(`${server.url}/stream`, { signal })).text();
  await (await open().fetch(`${server.url}/stream`, { signal })).body?.cancel();
  const broken = await open().fetch(`${server.url}/broken`, { signal });
  await expect(broken.text()).rejects.toMatchObject({ code: "reset" });
  await failure(limited.fetch(server.url, { signal }), "too_large");
  await expect((await limited.fetch(`${server.url}/stream`, { signal })).text()).rejects.toThrow();
  await failure(open().fetch("http://169.254.169.254/", { signal }), "blocked_address");
  await failure(open().fetch("", { signal }), "bad_url");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an event stream arrives chunk by chunk, and cancelling it closes the connection", async () => {
  const closed = Promise.withResolvers<void>();
  const server = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" }).write("data: 1\n\n");
    response.on("close", closed.resolve);
  });
  const response = await open().fetch(server.url);
  const reader = response.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? "").toString()).toBe("data: 1\n\n");
  const pending = reader?.read();
  await reader?.cancel();
  expect(await pending).toMatchObject({ done: true });
  await closed.promise;
});

test("an event stream that nobody reads ends at the deadline", async () => {
  const closed = Promise.withResolvers<void>();
  const server = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    response.on("close", closed.resolve);
  });
  await open({ deadlineMs: 200 }).fetch(server.url);
  await closed.promise;
});

test("an event stream ends with an error at the limits and at the caller's abort", async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(() => response.write("data: x\n\n"), 10);
    response.on("close", () => clearInterval(timer));
  });
  const readAll = async (limits: Partial<OutboundOptions>, init: RequestInit = {}) =>
    (await open(limits).fetch(server.url, init)).text();
  await expect(readAll({ maxBytes: 100 })).rejects.toMatchObject({ code: "too_large" });
  await expect(readAll({ deadlineMs: 200 })).rejects.toMatchObject({ code: "timeout" });
  const reason = new Error("no longer wanted");
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 100);
  await expect(readAll({}, { signal: controller.signal })).rejects.toBe(reason);
});

test.each([
  ["closes at once", (socket: Socket) => socket.end()],
  ["resets", (socket: Socket) => socket.resetAndDestroy()],
  ["speaks another protocol", (socket: Socket) => socket.end("SSH-2.0-canary_10.0.0.5\r\n")],
  [
    "sends an unknown status",
    (socket: Socket) => socket.end("HTTP/1.1 999 canary\r\ncontent-length: 0\r\n\r\n"),
  ],
  ["breaks off", (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\ncanary")],
  [
    "lies about compression",
    (socket: Socket) =>
      socket.end("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 6\r\n\r\ncanary"),
  ],
  [
    "sends endless headers",
    (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${"canary".repeat(50_000)}`),
  ],
])("a server that %s ends the call as a reset", async (_what, behave) => {
  const server = createServer((socket) => {
    socket.on("error", () => {}).once("data", () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  await failure(open().fetch(`http://127.0.0.1:${port}/`), "reset");
});

test("a refused connection says so, and what to check", async () => {
  const server = await listen(() => {});
  await server.close();
  const error = await failure(open().fetch(server.url), "refused");
  expect(error.message).toMatch(/refused.*port/);
});

test("close ends the calls that are still running", async () => {
  const server = await serve(() => {});
  const outbound = open();
  const call = outbound.fetch(server.url);
  setTimeout(() => outbound.close(), 50);
  await expect(call).rejects.toBeInstanceOf(OutboundError);
});
