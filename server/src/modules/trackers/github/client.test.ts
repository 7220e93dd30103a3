import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../outbound/client.ts";
import { type Governor, type Limit, type LimitState, ungoverned } from "../limits/governor.ts";
import { TrackerError } from "../tracker.ts";
import { createClient } from "./client.ts";

const own = "https://git.acme.example/api/v3";
const itself = "https://api.github.com";

/** Answers in turn, and records the requests. */
function answering(...answers: (() => Response)[]) {
  const asked: { method: string; url: string; authorization: string | null; agent: string | null }[] = [];
  const fetch: Fetch = async (url, init = {}) => {
    const headers = new Headers(init.headers);
    asked.push({
      method: String(init.method),
      url: String(url),
      authorization: headers.get("authorization"),
      agent: headers.get("user-agent"),
    });
    const answer = answers[asked.length - 1] ?? answers.at(-1);
    if (!answer) throw new Error("no answer");
    return answer();
  };
  return { fetch, asked };
}

function governed() {
  const taken: Limit[] = [];
  const learnt: { limit: Limit; state: LimitState }[] = [];
  const governor: Governor = {
    take: async (limit) => void taken.push(limit),
    learn: async (limit, state) => void learnt.push({ limit, state }),
  };
  return { governor, taken, learnt };
}

const open = (fetch: Fetch, governor: Governor = ungoverned, baseUrl = own) =>
  createClient({ baseUrl, fetch, secret: "key", account: null, governor });

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  return () => Response.json(body, { status, headers });
};

describe("a call", () => {
  it("carries the key and our name, and is sent once", async () => {
    const { fetch, asked } = answering(json({ message: "x" }, 502));
    await expect(open(fetch)("POST /repos/a/b/issues", { title: "T" })).rejects.toMatchObject({
      outcome: "unknown",
    });
    expect(asked).toEqual([
      {
        method: "POST",
        url: `${own}/repos/a/b/issues`,
        authorization: "token key",
        agent: expect.any(String),
      },
    ]);
    expect(asked[0]?.agent).toMatch(/^groundplan\/\d/);
  });

  it.each([
    ["HTML from a proxy", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    [
      "half of the answer",
      () => new Response('{"id": 7', { headers: { "content-type": "application/json" } }),
    ],
    ["nothing", () => new Response("")],
  ])("that is answered with success, but by %s, may have happened", async (_, answer) => {
    for (const route of ["POST /repos/a/b/issues", "DELETE /repos/a/b/issues/1/sub_issue", "GET /user"]) {
      await expect(open(answering(answer).fetch)(route)).rejects.toMatchObject({ outcome: "unknown" });
    }
  });
});

describe("a redirect", () => {
  const there = `${own}/repositories/7/issues/12`;
  const moved = (location: string) => json({}, 301, { location });

  it("is followed by a read, with the key", async () => {
    const { fetch, asked } = answering(moved(there), json({ id: 1 }));
    expect((await open(fetch)("GET /repos/a/b/issues/1")).data).toEqual({ id: 1 });
    expect(asked[1]).toMatchObject({ url: there, authorization: "token key" });
  });

  it("is not followed by a write, which would land in another repository", async () => {
    const { fetch, asked } = answering(moved(there));
    await expect(open(fetch)("PATCH /repos/a/b/issues/1")).rejects.toMatchObject({
      outcome: "refused",
      code: "missing",
    });
    expect(asked).toHaveLength(1);
  });

  it.each(["https://elsewhere.example/x", "http://git.acme.example/api/v3/x", "http://["])(
    "never sends the key to another host: %s",
    async (location) => {
      const { fetch, asked } = answering(moved(location), json({ id: 1 }));
      await expect(open(fetch)("GET /repos/a/b/issues/1")).rejects.toMatchObject({ code: "missing" });
      expect(asked).toHaveLength(1);
    },
  );

  it("that goes in a circle ends the read", async () => {
    const { fetch, asked } = answering(moved(there));
    await expect(open(fetch)("GET /repos/a/b/issues/1")).rejects.toMatchObject({ code: "missing" });
    expect(asked).toHaveLength(4);
  });
});

describe("limits", () => {
  const calls = [
    "POST /repos/{owner}/{repo}/issues",
    "POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues",
    "POST /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by",
    "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
    "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
    "GET /repos/{owner}/{repo}/issues",
  ];

  async function takenBy(baseUrl: string) {
    const taken: Limit[][] = [];
    for (const route of calls) {
      const governor = governed();
      const at = { owner: "a", repo: "b", issue_number: 1 };
      await open(answering(json({})).fetch, governor.governor, baseUrl)(route, at);
      taken.push(governor.taken);
    }
    return taken;
  }

  it("calls to api.github.com create at most 400 items an hour, and writes are a second apart", async () => {
    const requests = { name: "requests" };
    const content = {
      name: "content",
      quota: { most: 400, perSeconds: 3600, sentence: expect.any(String) },
      apartMs: 1000,
    };
    const write = { name: "write", apartMs: 1000 };
    expect(await takenBy(itself)).toEqual([
      [requests, content],
      [requests, content],
      [requests, content],
      [requests, write],
      [requests, write],
      [requests],
    ]);
  });

  it("a self-hosted server has only the limits that its answers name", async () => {
    const all = (await takenBy(own)).flat();
    expect(all.filter((limit) => limit.quota !== undefined || limit.apartMs !== undefined)).toEqual([]);
    expect(new Set(all.map(({ name }) => name))).toEqual(new Set(["requests", "content", "write"]));
  });

  it("a call waits for its turn, and is not sent if that is refused", async () => {
    const { fetch, asked } = answering(json({}));
    const full = new TrackerError("not_executed", "limited", "Later.", 60);
    const governor: Governor = { ...ungoverned, take: async () => Promise.reject(full) };
    await expect(open(fetch, governor)("GET /user")).rejects.toBe(full);
    expect(asked).toEqual([]);
  });

  it("a redirect counts as a separate call", async () => {
    const { governor, taken } = governed();
    const { fetch } = answering(json({}, 301, { location: `${own}/x` }), json({}));
    await open(fetch, governor)("GET /user");
    expect(taken).toHaveLength(2);
  });

  const date = "Fri, 20 Nov 2026 10:00:00 GMT";
  const budget = (remaining: number) => ({
    date,
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Date.parse(date) / 1000 + 90),
    "x-ratelimit-resource": "core",
  });
  const requests = { name: "requests" };

  it("every answer reports the remaining budget, by GitHub's own clock", async () => {
    const { governor, learnt } = governed();
    const { fetch } = answering(json({}, 200, budget(7)), json({}, 404, budget(6)));
    const github = open(fetch, governor);
    await github("GET /user");
    await expect(github("GET /user")).rejects.toThrow();
    expect(learnt).toEqual([
      { limit: requests, state: { left: { remaining: 7, limit: 5000, resetSeconds: 90 } } },
      { limit: requests, state: { left: { remaining: 6, limit: 5000, resetSeconds: 90 } } },
    ]);
  });

  it("answers without limits, or about another budget, are ignored", async () => {
    const { governor, learnt } = governed();
    const { fetch } = answering(json({}), json({}, 200, { ...budget(7), "x-ratelimit-resource": "search" }));
    const github = open(fetch, governor);
    await github("GET /user");
    await github("GET /user");
    expect(learnt).toEqual([]);
  });

  it.each([403, 429])("a %i with Retry-After holds back all calls for that time", async (status) => {
    const { governor, learnt } = governed();
    const message = "You have exceeded a secondary rate limit.";
    const { fetch } = answering(json({ message }, status, { "retry-after": "17" }));
    await expect(open(fetch, governor)("POST /repos/a/b/issues")).rejects.toMatchObject({
      outcome: "not_executed",
      code: "limited",
      retryAfterSeconds: 17,
    });
    expect(learnt).toEqual([{ limit: requests, state: { waitSeconds: 17 } }]);
  });

  it("an empty budget holds back all calls until its reset; without a number nothing is learnt", async () => {
    const { governor, learnt } = governed();
    const { fetch } = answering(json({}, 403, budget(0)), json({ message: "secondary rate limit" }, 403));
    const github = open(fetch, governor);
    await expect(github("GET /user")).rejects.toMatchObject({ retryAfterSeconds: 90 });
    await expect(github("GET /user")).rejects.toMatchObject({ code: "limited", retryAfterSeconds: null });
    expect(learnt).toEqual([
      {
        limit: requests,
        state: { left: { remaining: 0, limit: 5000, resetSeconds: 90 }, waitSeconds: 90 },
      },
    ]);
  });
});
