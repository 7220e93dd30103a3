import { Octokit } from "@octokit/core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOutbound } from "./client.ts";
import { failure, listen } from "./testing.ts";

type Server = Awaited<ReturnType<typeof listen>>;
let here: Server;
let elsewhere: Server;
const outbound = createOutbound({ allowPrivateNetwork: true, deadlineMs: 5_000, maxBytes: 10_000 });
const both = [
  ["fetch", outbound.fetch],
  ["trustedFetch", outbound.trustedFetch],
] as const;

/** Serves /STATUS?LOCATION as a redirect, /big beyond the limit, and 200 for anything else. */
beforeAll(async () => {
  const start = () =>
    listen((request, response) => {
      const [path = "", location] = (request.url ?? "").split("?");
      if (location !== undefined)
        response.writeHead(Number(path.slice(1)), { location: decodeURIComponent(location) });
      else response.setHeader("content-type", "application/json");
      response.end(path === "/big" ? JSON.stringify("x".repeat(20_000)) : "{}");
    });
  [here, elsewhere] = await Promise.all([start(), start()]);
});
beforeEach(() => {
  here.requests.length = 0;
  elsewhere.requests.length = 0;
});
afterAll(() => Promise.all([outbound.close(), here.close(), elsewhere.close()]));

const redirect = (status: number, location: string) =>
  `${here.url}/${status}?${encodeURIComponent(location)}`;
const secrets = {
  authorization: "Bearer hunter2",
  cookie: "session=hunter2",
  "proxy-authorization": "Basic hunter2",
  "x-api-key": "hunter2",
  "private-token": "hunter2",
};

test.each(both)(
  "%s keeps headers within an origin and sends no credential to another",
  async (_name, fetch) => {
    const headers = { ...secrets, accept: "application/json", "user-agent": "test" };
    expect((await fetch(redirect(302, "/end"), { headers })).status).toBe(200);
    expect(here.requests[1]).toMatchObject({ url: "/end", headers });

    const response = await fetch(redirect(302, `${elsewhere.url}/end`), { headers });
    expect([response.url, response.redirected]).toEqual([`${elsewhere.url}/end`, true]);
    expect(elsewhere.requests).toMatchObject([
      { headers: { accept: "application/json", "user-agent": "test" } },
    ]);
    expect(JSON.stringify(elsewhere.requests)).not.toContain("hunter2");
  },
);

test.each(both)("%s sends no credential back to the first origin after a detour", async (_name, fetch) => {
  const back = `${elsewhere.url}/302?${encodeURIComponent(`${here.url}/end`)}`;
  await fetch(redirect(302, back), { headers: secrets });
  expect(here.requests[1]?.url).toBe("/end");
  expect(JSON.stringify(here.requests[1])).not.toContain("hunter2");
});

// From the Fetch standard.
test.each([
  [301, "POST", "GET"],
  [302, "POST", "GET"],
  [303, "POST", "GET"],
  [303, "PUT", "GET"],
  [301, "PUT", "PUT"],
  [302, "DELETE", "DELETE"],
  [307, "POST", "POST"],
  [308, "POST", "POST"],
  [308, "PATCH", "PATCH"],
  [303, "HEAD", "HEAD"],
  [303, "GET", "GET"],
])("after %i, %s becomes %s", async (status, method, next) => {
  const body = method === "GET" || method === "HEAD" ? null : "text";
  await outbound.fetch(redirect(status, "/end"), { method, body });
  const kept = body !== null && method === next;
  expect(here.requests[1]).toMatchObject({ method: next, body: kept ? "text" : "" });
  expect(here.requests[1]?.headers["content-type"]).toBe(kept ? "text/plain;charset=UTF-8" : undefined);
});

test.each(both)("%s sends no body to another origin", async (_name, fetch) => {
  for (const status of [307, 308]) {
    const call = fetch(redirect(status, elsewhere.url), { method: "POST", body: "token=hunter2" });
    await failure(call, "redirect");
  }
  await fetch(redirect(303, elsewhere.url), { method: "POST", body: "token=hunter2" });
  expect(elsewhere.requests).toMatchObject([{ method: "GET", body: "" }]);
});

test("three redirects are followed, but neither a fourth nor a loop", async () => {
  let url = "/end";
  for (let i = 0; i < 3; i++) url = redirect(302, url);
  expect((await outbound.fetch(url)).status).toBe(200);
  await failure(outbound.fetch(redirect(302, url)), "redirect");

  here.requests.length = 0;
  await failure(outbound.fetch(redirect(302, "?")), "redirect");
  expect(here.requests).toHaveLength(4);
});

test("a redirect may be written in UTF-8", async () => {
  await outbound.fetch(redirect(302, Buffer.from("/é").toString("latin1")));
  expect(here.requests[1]?.url).toBe("/%C3%A9");
});

test("a redirect to an impossible address is refused", async () => {
  for (const location of [
    "http://",
    "ftp://example.com/",
    "javascript:alert(1)",
    "http://me:hunter2@127.0.0.1/",
  ]) {
    await failure(outbound.fetch(redirect(302, location)), "redirect");
  }
});

test("a redirect status without a location, and a location without a redirect status, are answers", async () => {
  expect((await outbound.fetch(`${here.url}/200?x`)).status).toBe(200);
  expect((await outbound.fetch(redirect(304, "/end"))).status).toBe(304);
  expect(here.requests).toHaveLength(2);
});

test("the caller may get redirects as answers, or refuse them", async () => {
  const response = await outbound.fetch(redirect(302, elsewhere.url), { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([302, elsewhere.url]);
  await failure(outbound.fetch(redirect(302, elsewhere.url), { redirect: "error" }), "redirect");
  expect(elsewhere.requests).toEqual([]);
});

test.each(both)("Octokit works over %s and reports an answer that is too large", async (_name, fetch) => {
  const octokit = new Octokit({ baseUrl: here.url, auth: "hunter2", request: { fetch } });
  const { data, url } = await octokit.request("POST /repos/{owner}/{repo}/issues", {
    owner: "a",
    repo: "b",
    title: "text",
  });
  expect({ data, url }).toEqual({ data: {}, url: `${here.url}/repos/a/b/issues` });
  expect(here.requests[0]).toMatchObject({
    body: '{"title":"text"}',
    headers: { authorization: "token hunter2" },
  });
  await expect(octokit.request("GET /big")).rejects.toMatchObject({ cause: { code: "too_large" } });
});
