import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Fault } from "../common/faults.ts";
import { client } from "./client.ts";
import { faults } from "./faults.ts";
import { planner } from "./site.ts";
import { basic, type JiraStandIn, startJira } from "./start.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;
const creating = { method: "POST", path: "/issue$" };

beforeAll(async () => {
  standIn = await startJira();
  jira = client(standIn);
});
afterEach(() => standIn.faults.clear());
afterAll(() => standIn.close());

const summaries = () => standIn.dump().issues.map(({ summary }) => summary);
const last = () => standIn.log.at(-1);

/** Sends a create under the fault. Returns the answer, or "broken". */
function createUnder(fault: Fault, summary: string) {
  standIn.faults.next(creating, fault);
  return jira.send("POST", "/issue", jira.issue(summary)).catch(() => "broken" as const);
}

it.each([
  ["a lost reply", faults.loseReply, true, "cut"],
  ["a cut before", faults.cut, false, "cut"],
  ["a truncated reply", faults.truncate, true, "truncated"],
  ["a proxy's page instead", faults.proxyPage(200, "before"), false, 200],
  ["a proxy's page with 201 afterwards", faults.proxyPage(201, "after"), true, 201],
])("%s: the client can't tell whether the issue exists", async (title, fault, executed, sent) => {
  expect(await createUnder(fault, title)).toBe("broken");
  expect(last()).toMatchObject({ method: "POST", executed, sent });
  expect(summaries().includes(title)).toBe(executed);
});

it.each([
  [500, "before"],
  [503, "before"],
  [500, "after"],
  [502, "after"],
] as const)("%i instead of the answer, %s the operation is done", async (status, when) => {
  const title = `${status} ${when}`;
  expect(await createUnder(faults.serverError(status, when), title)).toMatchObject({ status });
  expect(summaries().includes(title)).toBe(when === "after");
});

it.each([
  "jira-quota-global-based",
  "jira-quota-tenant-based",
  "jira-burst-based",
  "jira-per-issue-on-write",
] as const)("429 because of %s: nothing is done, and the wait is stated", async (reason) => {
  const got = await createUnder(faults.limited(reason, 7), reason);
  if (got === "broken") throw new Error("the connection is broken");
  expect(got.status).toBe(429);
  const header = (name: string) => got.headers.get(name);
  expect([header("retry-after"), header("ratelimit-reason"), header("x-ratelimit-remaining")]).toEqual([
    "7",
    reason,
    "0",
  ]);
  expect(Date.parse(header("x-ratelimit-reset") ?? "")).toBeGreaterThan(Date.now());
  expect([header("x-ratelimit-limit"), header("x-ratelimit-nearlimit")]).toEqual(["100", "true"]);
  expect(summaries()).not.toContain(reason);
});

it("a conflict: the edit is not done", async () => {
  const { key } = await jira.create("kept");
  standIn.faults.next({ method: "PUT" }, faults.conflict);
  const edit = () => jira.status("PUT", `/issue/${key}`, { fields: { summary: "edited" } });
  expect([await edit(), summaries().includes("edited")]).toEqual([409, false]);
  expect([await edit(), summaries().includes("edited")]).toEqual([204, true]);
});

it("a slow answer: the issue exists at once, the answer comes later", async () => {
  const answer = createUnder(faults.slow(300), "slow");
  await expect.poll(summaries, { interval: 10 }).toContain("slow");
  expect(last()?.sent).toBe(null);
  expect(await answer).toMatchObject({ status: 201 });
});

it("a credential expires in the middle: 401 from that request on", async () => {
  const credential = basic("brief@example.com", "brief");
  standIn.accounts.set(credential, planner);
  const brief = client(standIn, credential);
  standIn.faults.add({ match: creating, fault: faults.revoke, skip: 1 });
  const statuses = [];
  for (const title of ["1", "2", "3"])
    statuses.push(await brief.status("POST", "/issue", brief.issue(title)));
  expect(statuses).toEqual([201, 401, 401]);
});

it("a hook sees each request before and after it is executed, and may make it fail", async () => {
  const seen: string[] = [];
  const ends = [
    standIn.onRequest(({ method }) => (seen.push(method) === 3 ? faults.cut : undefined)),
    standIn.onResponse(({ result }) => {
      seen.push(String(result));
    }),
  ];
  expect(await jira.status("GET", "/myself")).toBe(200);
  await expect(jira.send("GET", "/myself")).rejects.toThrow();
  for (const end of ends) end();
  expect(await jira.status("GET", "/myself")).toBe(200);
  expect(seen).toEqual(["GET", "200", "GET"]);
});

it("a hook that fails is reported, not swallowed", async () => {
  const end = standIn.onRequest(() => {
    throw new Error("broken hook");
  });
  await expect(jira.send("GET", "/myself")).rejects.toThrow();
  end();
  expect(standIn.violations.at(-1)?.problems[0]).toContain("broken hook");
});

it("the log has no credentials", async () => {
  await jira.status("GET", "/myself");
  const text = JSON.stringify(standIn.log);
  expect(text.includes(standIn.token) || text.includes(basic(standIn.email, standIn.token))).toBe(false);
});
