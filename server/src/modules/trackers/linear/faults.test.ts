import { faults } from "@groundplan/tracker-stand-ins/linear";
import { afterAll, describe, expect, it } from "vitest";
import type { Fetch } from "../../../outbound/client.ts";
import { OutboundError } from "../../../outbound/errors.ts";
import { ungoverned } from "../limits/governor.ts";
import { secondsToWait } from "./limits.ts";
import { endWorlds, issues, item, listening, world } from "./testing.ts";
import { linearTracker } from "./tracker.ts";

afterAll(endWorlds);

const secretive = /lin_api|Bad gateway|points are|permission to/;

describe("a create", () => {
  it.each([
    ["a lost answer", faults.loseReply, 1],
    ["a broken connection", faults.cut, 0],
    ["half an answer", faults.truncate, 1],
    ["a proxy's page after it", faults.html(200, "after"), 1],
    ["a proxy's 502", faults.html(502, "before"), 0],
    ["a proxy's 403", faults.html(403, "before"), 0],
    ["an internal error", faults.internalError("after"), 1],
    ["an internal error as 500", faults.internalError("before", 500), 0],
  ])("with %s may have run, and is found by its id if so", async (_, fault, made) => {
    const { linear, tracker, team } = await world();
    const issue = item();
    linear.faults.next({ path: "issueBatchCreate" }, fault);
    const error = await tracker.create(team, [issue, item()]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcome: "unknown", retryAfterSeconds: null });
    expect(String(error)).not.toMatch(secretive);
    const [found] = await tracker.find(team, [issue], new Date());
    expect(found).toHaveLength(made);
    if (made === 0) expect((await tracker.create(team, [issue]))[0]).toMatchObject({ done: true });
    expect(linear.dump().issues.filter(({ id }) => id === issue.identity.clientId)).toHaveLength(1);
  });

  it.each([
    ["a key that was taken back", faults.revoke, "credential"],
    ["a key that is refused by 400", faults.unauthenticated(400), "credential"],
    ["a key that is refused by 200", faults.unauthenticated(200), "credential"],
    ["a missing right", faults.forbidden(), "access"],
    ["a workspace that is full", faults.usageLimit(), "access"],
  ])("with %s is refused as a whole", async (_, fault, code) => {
    const { linear, tracker, team } = await world();
    linear.faults.next({ path: "issueBatchCreate" }, fault);
    const error = await tracker.create(team, [item(), item()]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcome: "refused", code });
    expect(String(error)).not.toMatch(secretive);
    expect(linear.dump().issues).toEqual([]);
  });
});

describe("a limit", () => {
  it("lasts until the time that Retry-After names, by Linear's own clock", () => {
    const date = "Fri, 20 Nov 2026 10:00:00 GMT";
    const until = { "retry-after": "Fri, 20 Nov 2026 10:02:00 GMT", date };
    expect(secondsToWait(new Headers(until))).toBe(120);
    const reset = { "x-ratelimit-requests-reset": String(Date.parse(date) + 9000), date };
    expect(secondsToWait(new Headers({ ...reset, "retry-after": "soon" }))).toBe(9);
  });

  it.each([
    ["400 and the reset in milliseconds", () => faults.rateLimited("requests", 90_000), 91],
    ["429", () => faults.rateLimited("complexity", 30_000, { status: 429 }), 31],
    ["Retry-After, which goes first", () => faults.rateLimited("requests", 90_000, { retryAfter: 7 }), 7],
  ])("is recognized by %s, and nothing happened", async (_, fault, most) => {
    const heard = listening();
    const { linear, tracker, team } = await world({}, { governor: heard.governor });
    linear.faults.next({}, fault());
    const error = await tracker.create(team, [item()]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcome: "not_executed", code: "limited" });
    const wait = Number((error as { retryAfterSeconds: unknown }).retryAfterSeconds);
    expect(wait).toBeLessThanOrEqual(most);
    expect(wait).toBeGreaterThan(most - 5);
    const waits = heard.learnt.filter(({ state }) => state.waitSeconds !== undefined);
    expect(waits.map(({ limit, state }) => [limit.name, state.waitSeconds])).toEqual([
      ["requests", wait],
      ["complexity", wait],
    ]);
  });

  it("in the middle of several writes loses no outcome of those that were done", async () => {
    const { linear, tracker, team } = await world();
    const all = await issues(tracker, team, 3);
    const lost = { id: "00000000-0000-4000-8000-000000000000", number: 1, key: "ENG-0", url: "" };
    linear.faults.add({
      match: { path: "issueUpdate" },
      fault: faults.rateLimited("requests", 9000),
      skip: 1,
    });
    const changes = [lost, ...all].map((external) => ({ external, item: item(), write: ["title" as const] }));
    expect(await tracker.update(team, changes)).toMatchObject([
      { error: { outcome: "refused", code: "missing" } },
      ...all.map(() => ({ error: { outcome: "not_executed", code: "limited" } })),
    ]);
  });

  it("is asked for before every request, and learnt from every answer", async () => {
    const heard = listening();
    const { linear, tracker, team } = await world({}, { governor: heard.governor });
    await tracker.create(team, [item()]);
    expect(heard.taken).toEqual(linear.log.flatMap(() => ["requests", "complexity"]));
    expect(heard.learnt.map(({ limit }) => limit.name)).toEqual(heard.taken);
    expect(heard.learnt.at(-2)?.state).toEqual({
      left: { remaining: 2498, limit: 2500, resetSeconds: expect.any(Number) },
    });
    const seconds = heard.learnt.at(-2)?.state.left?.resetSeconds ?? 0;
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3601);
  });

  it("of the governor keeps a request from being sent", async () => {
    const { linear, team } = await world();
    const asked = linear.log.length;
    const governor = { ...ungoverned, take: () => Promise.reject(new Error("wait")) };
    const tracker = linearTracker({ baseUrl: linear.url, fetch, secret: "x", account: null, governor });
    await expect(tracker.check(team)).rejects.toThrow("wait");
    expect(linear.log).toHaveLength(asked);
  });
});

it("a refusal that does not name its item does not fail the others", async () => {
  const { linear, tracker, team } = await world();
  const all = await issues(tracker, team, 3);
  const extensions = {
    type: "invalid input",
    userError: true,
    userPresentableMessage: "title must be shorter",
  };
  const body = { errors: [{ message: "Argument Validation Error", extensions }] };
  const changes = all.map((external) => ({ external, item: item(), write: ["title" as const] }));
  linear.faults.add({ match: { path: "issueUpdate" }, fault: { before: { status: 400, body } } });
  linear.faults.add({ match: { path: "issueUpdate" }, fault: { before: { status: 400, body } }, skip: 2 });
  const outcomes = await tracker.update(team, changes);
  expect(outcomes.filter((one) => one.done)).toHaveLength(2);
  expect(outcomes.find((one) => !one.done)).toMatchObject({
    error: { message: "Linear rejected the request as invalid (the title)." },
  });
});

it("the key is sent alone, with the service's name, to one address that no answer can change", async () => {
  const asked: [string, RequestInit][] = [];
  const redirecting: Fetch = async (url, init = {}) => {
    asked.push([String(url), init]);
    return new Response(null, { status: 307, headers: { location: "https://elsewhere.example" } });
  };
  const tracker = linearTracker({
    baseUrl: "https://api.linear.app",
    fetch: redirecting,
    secret: "lin_api_x",
    account: null,
    governor: ungoverned,
  });
  await expect(tracker.account()).rejects.toMatchObject({ outcome: "unknown", code: "unreachable" });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.[0]).toBe("https://api.linear.app/graphql");
  expect(asked[0]?.[1]).toMatchObject({
    redirect: "manual",
    headers: { authorization: "lin_api_x", "user-agent": expect.stringMatching(/^groundplan\//) },
  });
});

it("an answer that is too large is asked for in parts", async () => {
  const { linear, tracker, team } = await world();
  const all = await issues(tracker, team, 5);
  const sizes: number[] = [];
  const narrow: Fetch = async (url, init) => {
    const { variables } = JSON.parse(String(init?.body));
    if (variables.ids) sizes.push(variables.ids.length);
    if (variables.ids?.length > 2) throw new OutboundError("too_large");
    return fetch(url, init);
  };
  const other = linearTracker({
    baseUrl: linear.url,
    fetch: narrow,
    secret: linear.token,
    account: null,
    governor: ungoverned,
  });
  const wanted = all.map((external) => ({ kind: "item" as const, external }));
  const remote = await other.read(team, wanted);
  expect(remote.map((one) => one?.external)).toEqual(all);
  expect(sizes).toEqual([5, 3, 2, 1, 2]);
});

it.each([
  "null",
  "[]",
  "{}",
  '{"data":null}',
  '{"data":{"issueBatchCreate":null}}',
  '{"data":{"issueBatchCreate":{"success":false,"issues":[]}}}',
  '{"data":{"issueBatchCreate":{"success":true,"issues":[]}}}',
  '{"data":{"issueBatchCreate":{"success":true,"issues":[{"id":7}]}}}',
  '{"errors":[null]}',
  '{"errors":[{"message":"?","extensions":{"type":"something new"}}]}',
])("an unreadable answer to a create (%s) counts as no answer", async (body) => {
  const team =
    '{"data":{"teams":{"nodes":[{"id":"t","key":"ENG","archivedAt":null,"retiredAt":null,"issueEstimationType":"linear"}]}}}';
  const fetch: Fetch = async (_, init) =>
    new Response(String(init?.body).includes("query Team(") ? team : body, { status: 200 });
  const tracker = linearTracker({
    baseUrl: "https://api.linear.app",
    fetch,
    secret: "x",
    account: null,
    governor: ungoverned,
  });
  await expect(tracker.create("ENG", [item()])).rejects.toMatchObject({ outcome: "unknown" });
});
