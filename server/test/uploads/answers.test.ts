import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import type { Part } from "../form.ts";
import { setUpWorld } from "../world.ts";
import { text, upload } from "./upload.ts";

describe.each(databases)("the file of a source, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  const sourceOf = async (part: Part) =>
    (await upload(world.alice, "/v1", [part], { onConflict: "keep_both" })).body.sources[0];
  const send = (method: "GET" | "HEAD", { id }: { id: string }, headers = {}) =>
    world.app.inject({
      method,
      url: `/v1/context/${id}/file`,
      headers: { authorization: `Bearer ${world.alice.key}`, ...headers },
    });

  it("is answered unchanged, whole whatever range is requested, and without its bytes to HEAD", async () => {
    const body = randomBytes(600_000);
    const source = await sourceOf({ file: "a b.bin", type: "application/zip", body });
    const whole = await send("GET", source);
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.equals(body)).toBe(true);
    expect(whole.headers).toMatchObject({ "content-type": "application/zip", "content-length": "600000" });
    const part = await send("GET", source, { range: "bytes=0-9" });
    expect([part.statusCode, part.rawPayload.equals(body)]).toEqual([200, true]);
    const head = await send("HEAD", source);
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    for (const name of ["content-type", "content-length", "content-disposition", "content-security-policy"])
      expect(head.headers[name]).toBe(whole.headers[name]);
  });

  it.each([
    ["text/html", "page.html"],
    ["image/svg+xml", "drawing.svg"],
    ["application/xhtml+xml", "page.xhtml"],
    ["text/xml; charset=utf-8", "feed.xml"],
    ["text/javascript", "code.js"],
    ["TEXT/HTML", "large.html"],
    ["nonsense\u00e9", "nonsense"],
  ])("is downloaded and never shown: %s is answered as bytes without a type", async (type, file) => {
    const source = await sourceOf({ file, type, body: "<script>alert(1)</script>" });
    const { headers } = await send("GET", source);
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.~%-]+$/,
      ),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
  });

  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\docs\\plan.txt", "plan.txt"],
    ["\u200fa\u202etxt.exe", "atxt.exe"],
    [`${"x".repeat(300)}.txt`, `${"x".repeat(196)}.txt`],
    ["計画 – plan's (1)*.txt", "計画 – plan's (1)*.txt"],
    ["a;b\tc.txt", "a;bc.txt"],
  ])("named %j keeps the name %j", async (name, title) => {
    const source = await sourceOf(text(name, "text"));
    expect(source.title).toBe(title);
    const said = String((await send("GET", source)).headers["content-disposition"]);
    expect(said).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeURIComponent(/filename\*=UTF-8''([\w.!~%-]+)$/.exec(said)?.[1] ?? "")).toBe(title);
  });

  it.each(["/", "..", "\u202e\u200f", "a\0b.txt", " "])("can't be named %j", async (name) => {
    expectError(await upload(world.alice, "/v1", [text(name, "text")]), "invalid_request");
  });

  it("is 404 for a source without one, and for those who can't read the source", async () => {
    const pasted = (await world.alice.post("/v1/context", { title: "Pasted", text: "x" })).body.source;
    expectError(await world.alice.get(`/v1/context/${pasted.id}/file`), "not_found");
    const source = await sourceOf(text("own.txt", "own"));
    expectError(await world.mallory.get(`/v1/context/${source.id}/file`), "not_found");
    expect((await world.vera.get(`/v1/context/${source.id}/file`)).body).toBe("own");
  });
});
