import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { openRawWorld } from "./raw-world.ts";

describe.each(databases)("$database", ({ create }) => {
  const raw = openRawWorld(create);

  const body = '{"name":"Smuggled"}';
  const length = `Content-Length: ${body.length}`;
  const smuggled = `GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n`;
  const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`;
  it.each<[string, () => string]>([
    [
      "Content-Length and Transfer-Encoding",
      () => raw.post([length, "Transfer-Encoding: chunked"], `0\r\n\r\n${smuggled}`),
    ],
    ["two lengths", () => raw.post([length, "Content-Length: 5"], body)],
    ["two lengths in one line", () => raw.post([`Content-Length: ${body.length}, 5`], body)],
    ["a length that is no number", () => raw.post(["Content-Length: 1x"], body)],
    ["a negative length", () => raw.post(["Content-Length: -1"], body)],
    ["a length with a sign", () => raw.post([`Content-Length: +${body.length}`], body)],
    ["an unknown Transfer-Encoding", () => raw.post(["Transfer-Encoding: xchunked"], body)],
    ["chunked that is not last", () => raw.post(["Transfer-Encoding: chunked, identity"], body)],
    [
      "chunked twice",
      () => raw.post(["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], `zz\r\n${body}`),
    ],
    [
      "a chunk size that is none",
      () => raw.post(["Transfer-Encoding: chunked"], `xyz\r\n${body}\r\n0\r\n\r\n`),
    ],
    [
      "a chunk longer than it says",
      () => raw.post(["Transfer-Encoding: chunked"], `1\r\n${body}\r\n0\r\n\r\n`),
    ],
    ["bare line feeds", () => raw.get("/v1/me", raw.auth()).replaceAll("\r\n", "\n")],
    ["a bare line feed in the head", () => raw.get("/v1/me", `${raw.auth()}\nX-A: b`)],
    ["a bare carriage return", () => raw.get("/v1/me", `${raw.auth()}\rX-A: b`)],
    ["a space before the colon", () => raw.get("/v1/me", "Authorization : Bearer x")],
    ["a folded line", () => raw.get("/v1/me", "X-A: b\r\n c")],
    ["a NUL in a header", () => raw.get("/v1/me", "X-A: b\0c")],
    ["a NUL in the address", () => raw.get("/v1/me\0")],
    ["no host", () => raw.get("/v1/me", raw.auth()).replace("Host: x\r\n", "")],
    ["two hosts", () => raw.get("/v1/me", "Host: y", raw.auth())],
    ["an unknown version", () => head("GET /v1/me HTTP/9.9", "Host: x", raw.auth())],
    ["an unknown method", () => head("STEAL /v1/me HTTP/1.1", "Host: x", raw.auth())],
    ["a method in small letters", () => head("get /v1/me HTTP/1.1", "Host: x", raw.auth())],
    ["an address that is none", () => raw.get("http://%00/v1/me", raw.auth())],
    ["a tunnel", () => head("CONNECT x:443 HTTP/1.1", "Host: x", raw.auth())],
    ["TLS", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["junk", () => "junk\r\n\r\n"],
  ])("%s is 400, and nothing after it is read", async (_what, request) => {
    const before = await raw.projects();
    raw.expectRefused(await raw.send(request()), 400);
    expect(await raw.projects()).toBe(before);
  });

  it("HTTPS to the HTTP port is answered and logged in plain words", async () => {
    const heard = await raw.send("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03");
    raw.expectRefused(heard, 400);
    expect(heard.body.error.message).toContain("http://");
    expect(raw.world.logged.filter((line) => line.includes("HTTPS")).length).toBeGreaterThan(0);
    expect(raw.world.logged.join("")).not.toMatch(/ssl routines|openssl/i);
  });

  it.each<[string, () => string]>([
    ["a header of 20 kB", () => raw.get("/v1/me", raw.auth(), `X-A: ${"a".repeat(20_000)}`)],
    [
      "3,000 headers",
      () => raw.get("/v1/me", raw.auth(), ...Array.from({ length: 3000 }, (_, n) => `X-${n}: b`)),
    ],
    ["an address of 20 kB", () => raw.get(`/v1/projects/${"a".repeat(20_000)}`, raw.auth())],
    ["a query of 20 kB", () => raw.get(`/v1/projects?cursor=${"a".repeat(20_000)}`, raw.auth())],
  ])("%s is 431", async (_what, request) => raw.expectRefused(await raw.send(request()), 431));

  it("an unknown Expect is ignored", async () => {
    const heard = await raw.send(raw.get("/v1/me", raw.auth(), "Expect: the-unexpected"));
    expect(heard).toMatchObject({ status: 200, body: { role: "OWNER" } });
  });

  it("a request after a malformed one on the same connection is not answered", async () => {
    const kept = raw.get("/v1/me", raw.auth()).replace("Connection: close\r\n", "");
    // Reads the first answer before sending junk, however busy the machine.
    const heard = await raw.send([kept, "junk\r\n\r\n", raw.get("/v1/me", raw.auth())], { pause: 500 });
    expect([...heard.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["200", "400"]);
    expect(heard.ms).not.toBeNull();
  });
});
