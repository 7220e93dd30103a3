import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { openWorld, setUpWorld } from "../../../test/world.ts";
import { newSecret } from "../identity/key-format.ts";
import { newPrototypePath, putFiles, shareOf, site, visit } from "./scene.test-support.ts";

const always = {
  "content-security-policy": "sandbox allow-scripts; form-action 'none'",
  "access-control-allow-origin": "*",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex, nofollow",
};

describe.each(databases)("a public link, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", env: { GROUNDPLAN_RATE_LIMIT: "100000" } });
  let path: string;
  let base: string;
  const video = randomBytes(600_000);
  beforeAll(async () => {
    path = await newPrototypePath(world.alice);
    await putFiles(world.alice, path, { ...site, "clip.mp4": video, "\u00e9t\u00e9 1.txt": "Summer" });
    base = `/p/${(await shareOf(world.alice, path)).token}`;
  });

  it("shows the files with their types, the entry file at its root, and maps root-relative addresses to its own", async () => {
    const root = await visit(world, `${base}/`);
    expect([root.status, root.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(root.text).toContain(`href="${base}/assets/app.css"`);
    expect(root.text).toContain(`src="${base}/assets/app.js"`);
    expect(root.text).toContain('src="//elsewhere.example/a.png"');
    expect((await visit(world, `${base}/index.html?a=1`)).text).toBe(root.text);
    const css = await visit(world, `${base}/assets/app.css`);
    expect([css.headers["content-type"], css.text]).toEqual([
      ...["text/css; charset=utf-8", `body { background: url(${base}/assets/sky.png) }`],
    ]);
    const js = await visit(world, `${base}/assets/app.js`);
    expect([js.headers["content-type"], js.text]).toEqual([
      ...["text/javascript; charset=utf-8", site["assets/app.js"]],
    ]);
    expect((await visit(world, `${base}/%C3%A9t%C3%A9%201.txt`)).text).toBe("Summer");
    expect((await visit(world, `${base}/e%CC%81te%CC%81%201.txt`)).text).toBe("Summer");
    expect((await visit(world, `${base}/clip.mp4`)).bytes.equals(video)).toBe(true);
    expect((await visit(world, `${base}/docs/`)).text).toBe("<p>Docs</p>");
  });

  it("redirects to the base of relative addresses", async () => {
    for (const [from, to] of [
      [base, `${base}/`],
      [`${base}?a=1`, `${base}/?a=1`],
      [`${base}/docs`, `${base}/docs/`],
    ] as const) {
      const { status, headers } = await visit(world, from);
      expect([status, headers.location]).toEqual([302, to]);
      expect(headers).toMatchObject(always);
    }
    const nested = await newPrototypePath(world.alice);
    await putFiles(world.alice, nested, { "a b/start.html": "Start", "x.txt": "" }, "a b/start.html");
    const { token } = await shareOf(world.alice, nested);
    expect((await visit(world, `/p/${token}/`)).headers.location).toBe(`/p/${token}/a%20b/start.html`);
  });

  it("is always answered under the sandbox, without a cookie", async () => {
    const cookie = { cookie: "groundplan=plan_session_x" };
    for (const [url, status, headers, method] of [
      [`${base}/`, 200, {}, "GET"],
      [`${base}/clip.mp4`, 200, {}, "HEAD"],
      [`${base}/clip.mp4`, 206, { range: "bytes=0-1" }, "GET"],
      [`${base}/clip.mp4`, 416, { range: "bytes=700000-" }, "GET"],
      [`${base}/nothing`, 404, {}, "GET"],
      [`${base}/assets/app.js`, 404, { "service-worker": "script" }, "GET"],
      ["/p/unknown/", 404, {}, "GET"],
      [`${base}/`, 405, {}, "POST"],
      [`${base}/%2e%2e/index.html`, 404, {}, "GET"],
      [`${base}/a%00b`, 404, {}, "GET"],
      [`${base}/%ff`, 404, {}, "GET"],
    ] as const) {
      const answer = await visit(world, url, { ...headers, ...cookie }, method);
      expect(answer.status, url).toBe(status);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.headers, url).toMatchObject(always);
    }
  });

  it("answers 304 to a current copy, and single ranges on request", async () => {
    for (const file of ["", "assets/app.css", "assets/app.js", "clip.mp4"]) {
      const { etag } = (await visit(world, `${base}/${file}`)).headers;
      const again = await visit(world, `${base}/${file}`, { "if-none-match": String(etag) });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers).toMatchObject(always);
    }
    const url = `${base}/clip.mp4`;
    const { etag } = (await visit(world, url)).headers;
    for (const [from, to] of [
      [0, 1],
      [262_143, 262_145],
      [10, 599_999],
      [300_000, 300_000],
      [262_144, 524_287],
    ] as const) {
      const part = await visit(world, url, { range: `bytes=${from}-${to}`, "if-range": String(etag) });
      expect(part.status).toBe(206);
      expect(part.headers["content-range"]).toBe(`bytes ${from}-${to}/600000`);
      expect(part.headers["content-length"]).toBe(String(to - from + 1));
      expect(part.bytes.equals(video.subarray(from, to + 1))).toBe(true);
    }
    const changed = await visit(world, url, { range: "bytes=0-1", "if-range": '"another"' });
    expect([changed.status, changed.bytes.length]).toEqual([200, 600_000]);
    const head = await visit(world, url, {}, "HEAD");
    expect([head.headers["content-length"], head.bytes.length]).toEqual(["600000", 0]);
  });

  it("that is unknown, revoked, expired, dark or without its prototype is one and the same 404", async () => {
    const gone: string[] = ["x", newSecret("plan_share_"), newSecret("psk_"), "%F0%9F%90%9F", "'; --"];
    const other = await newPrototypePath(world.alice);
    const plan = other.replace(/\/prototype$/, "");
    await putFiles(world.alice, other, site);
    const revoked = await shareOf(world.alice, other);
    await world.alice.delete(`${other}/shares/${revoked.id}`);
    const expired = await shareOf(world.alice, other);
    await withRows(world, (db) =>
      db
        .updateTable("prototype_shares")
        .set({ expires_at: "2026-01-01T00:00:00.000Z" })
        .where("id", "=", expired.id)
        .execute(),
    );
    const deleted = await shareOf(world.alice, other);
    await world.alice.delete(other);
    await putFiles(world.alice, other, site);
    const dark = await shareOf(world.alice, other);
    expect((await visit(world, `/p/${dark.token}/`)).status).toBe(200);
    await world.alice.post(`${plan}/archive`);
    gone.push(...[revoked, expired, deleted, dark].map(({ token }) => token));
    const bare = ({ "x-request-id": _id, date: _date, ...headers }: Record<string, unknown>) => headers;
    const seen = new Set<string>();
    for (const token of gone)
      for (const rest of ["", "/", "/index.html", "/nothing"]) {
        const { status, headers, text } = await visit(world, `/p/${token}${rest}`);
        seen.add(JSON.stringify([status, bare(headers), text]));
      }
    const missing = await visit(world, `${base}/nothing`);
    seen.add(JSON.stringify([missing.status, bare(missing.headers), missing.text]));
    expect([...seen]).toHaveLength(1);
    expect(missing.status).toBe(404);
  });

  it("is not in the log", async () => {
    world.logged.length = 0;
    await visit(world, `${base}/assets/app.js?token=${base.slice(3)}`);
    await visit(world, `/%70/${base.slice(3)}/index.html`);
    await visit(world, `${base}/nothing`);
    const log = world.logged.join("");
    expect(log).toContain('"path":"/p/-/assets/app.js"');
    expect(log).toContain('"path":"/p/-/index.html"');
    expect(log).not.toContain(base.slice(3, 20));
  });
});

describe.each(databases)("guesses of links, on $database", ({ create }) => {
  it("are limited by address, and holders of working links continue", async () => {
    const world = await openWorld(create, { jobs: "off", env: { GROUNDPLAN_RATE_LIMIT: "100" } });
    const path = await newPrototypePath(world.alice);
    await putFiles(world.alice, path, site);
    const { token } = await shareOf(world.alice, path);
    expect((await visit(world, `/p/${token}/`)).status).toBe(200);
    const statuses = new Map<number, number>();
    for (let n = 0; n < 1000; n++) {
      const { status, headers } = await visit(world, `/p/${newSecret("plan_share_")}/`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) expect(headers).toMatchObject({ ...always, "retry-after": expect.any(String) });
      if (n % 100 === 0) expect((await visit(world, `/p/${token}/assets/app.js`)).status).toBe(200);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 404: 10, 429: 990 });
    await world.close();
  });
});

describe.each(databases)("a separate host for prototypes, on $database", ({ create }) => {
  it("answers links and nothing else, and no other host answers them", async () => {
    const own = { host: "prototypes.example.com" };
    const main = { host: "plans.example.com" };
    const world = await openWorld(create, {
      jobs: "off",
      env: {
        GROUNDPLAN_PUBLIC_URL: "https://plans.example.com",
        GROUNDPLAN_PROTOTYPE_URL: "https://prototypes.example.com/",
      },
    });
    const path = await newPrototypePath(world.alice);
    await putFiles(world.alice, path, site);
    const { token, url } = await shareOf(world.alice, path);
    expect(url).toBe(`https://prototypes.example.com/p/${token}/`);
    expect((await visit(world, `/p/${token}/`, own)).status).toBe(200);
    expect((await visit(world, `/p/${token}/`, { host: "PROTOTYPES.example.com:443" })).status).toBe(200);
    expect((await visit(world, `/p/${token}/`, main)).status).toBe(404);
    const key = { authorization: `Bearer ${world.alice.key}` };
    for (const address of ["/v1/projects", "/", "/healthz", "/console/session", "/p"]) {
      expect((await visit(world, address, { ...own, ...key, accept: "text/html" })).status, address).toBe(
        404,
      );
    }
    expect((await visit(world, "/v1/projects", { ...main, ...key })).status).toBe(200);
    expect((await visit(world, "/v1/projects", { ...own, ...key })).status).toBe(404);
    await world.close();
  });
});
