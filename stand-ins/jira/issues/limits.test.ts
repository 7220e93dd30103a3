import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { client } from "../client.ts";
import { type JiraStandIn, startJira } from "../start.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;

// Freezes only the date, so that windows don't pass on a slow machine.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  standIn = await startJira();
  jira = client(standIn);
});
afterEach(() => Object.assign(standIn.limits, { perIssueWrites: false, burst: false }));
afterAll(async () => {
  vi.useRealTimers();
  await standIn.close();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const edit = (key: string) => jira.send("PUT", `/issue/${key}`, { fields: { summary: "s" } });

/** Sends `times` concurrent requests. Returns the number of successes, and one refusal. */
async function volley(times: number, send: (index: number) => ReturnType<typeof edit>) {
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => send(index)));
  const refused = answers.find(({ status }) => status === 429)?.headers;
  return { passed: answers.filter(({ status }) => status < 400).length, refused };
}

it("one issue takes 20 writes in two seconds, links to it included; another issue takes its own", async () => {
  const [busy, other] = [await jira.create("busy"), await jira.create("other")];
  standIn.limits.perIssueWrites = true;
  await jira.block(other.key, busy.key);
  const { passed, refused } = await volley(25, () => edit(busy.key));
  expect([passed, refused?.get("ratelimit-reason"), refused?.get("retry-after")]).toEqual([
    19,
    "jira-per-issue-on-write",
    "2",
  ]);
  expect((await jira.block(busy.key, other.key)).status).toBe(429);
  expect((await edit(other.key)).status).toBe(204);
  pass(2000);
  expect((await edit(busy.key)).status).toBe(204);
});

it("one issue takes 100 writes in half a minute", async () => {
  const { key } = await jira.create("busy");
  standIn.limits.perIssueWrites = true;
  let passed = 0;
  for (let i = 0; i < 6; i++) {
    passed += (await volley(20, () => edit(key))).passed;
    pass(2000);
  }
  expect([passed, (await edit(key)).headers.get("retry-after")]).toEqual([100, "18"]);
});

it("an operation takes 50 PUT in a second, whatever the issue; other operations take their own", async () => {
  const keys = [(await jira.create("a")).key, (await jira.create("b")).key];
  standIn.limits.burst = true;
  const { passed, refused } = await volley(60, (i) => edit(keys[i % 2] ?? ""));
  expect([passed, refused?.get("ratelimit-reason")]).toEqual([50, "jira-burst-based"]);
  const { status, headers } = await jira.send("GET", `/issue/${keys[0]}`);
  expect([status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual([
    200,
    "100",
    "99",
  ]);
  pass(1000);
  expect((await edit(keys[0] ?? "")).status).toBe(204);
});

it("both limits are off unless turned on", async () => {
  const { key } = await jira.create("quiet");
  expect((await volley(110, () => edit(key))).passed).toBe(110);
});
