import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Fault } from "../common/faults.ts";
import { client } from "./client.ts";
import { faults } from "./faults.ts";
import { type GitHubStandIn, startGitHub } from "./start.ts";

let standIn: GitHubStandIn;
let github: ReturnType<typeof client>;
const web = "/repos/acme/web/issues";
const creating = { method: "POST", path: "/issues$" };

beforeAll(async () => {
  standIn = await startGitHub();
  github = client(standIn, standIn.token);
});
afterEach(() => standIn.faults.clear());
afterAll(() => standIn.close());

const titles = async () => (await standIn.dump()).map((issue) => issue.title);
const last = () => standIn.log.at(-1);

/** Sends a create under the fault. Returns the client's status, or "broken". */
async function createUnder(fault: Fault, title: string): Promise<number | "broken"> {
  standIn.faults.next(creating, fault);
  return github.send("POST", web, { title }).then(
    ({ status }) => status,
    () => "broken" as const,
  );
}

it("a lost reply: the issue is created, the connection breaks", async () => {
  expect(await createUnder(faults.loseReply, "lost")).toBe("broken");
  expect(last()).toMatchObject({
    method: "POST",
    path: web,
    body: { title: "lost" },
    executed: true,
    result: 201,
    sent: "cut",
  });
  expect(await titles()).toContain("lost");
});

it("a connection cut before: nothing is created", async () => {
  expect(await createUnder(faults.cut, "cut")).toBe("broken");
  expect(last()).toMatchObject({ executed: false, result: null, sent: "cut" });
  expect(await titles()).not.toContain("cut");
});

it("a truncated reply: the issue is created, the answer cannot be read", async () => {
  expect(await createUnder(faults.truncate, "truncated")).toBe("broken");
  expect(last()).toMatchObject({ executed: true, sent: "truncated" });
  expect(await titles()).toContain("truncated");
});

it.each([
  [500, "before"],
  [502, "before"],
  [500, "after"],
  [502, "after"],
] as const)("%i instead of the answer, %s the operation is done", async (status, when) => {
  standIn.faults.next(creating, faults.serverError(status, when));
  const headers = { authorization: `Bearer ${standIn.token}` };
  const title = `${status} ${when}`;
  const response = await fetch(standIn.url + web, {
    method: "POST",
    headers,
    body: JSON.stringify({ title }),
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "text/html"]);
  expect((await titles()).includes(title)).toBe(when === "after");
});

it.each([
  [403, 7],
  [403, undefined],
  [429, 7],
  [429, undefined],
] as const)(
  "the secondary limit as %i with Retry-After %s: nothing is created",
  async (status, retryAfter) => {
    standIn.faults.next(creating, faults.secondaryLimit(status, retryAfter));
    const refused = await github.send("POST", web, { title: "limited" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([
      status,
      retryAfter?.toString() ?? null,
    ]);
    expect(await titles()).not.toContain("limited");
  },
);

it("the hourly limit states that nothing remains and when it ends", async () => {
  standIn.faults.next(creating, faults.primaryLimit(60));
  const { status, headers } = await github.send("POST", web, { title: "limited" });
  expect([status, headers.get("x-ratelimit-remaining")]).toEqual([403, "0"]);
  expect(Number(headers.get("x-ratelimit-reset")) * 1000).toBeGreaterThan(Date.now());
});

it("a slow answer: the issue is created at once, the answer comes later", async () => {
  standIn.faults.next(creating, faults.slow(1500));
  const answer = github.send("POST", web, { title: "slow" });
  await expect.poll(titles, { interval: 20 }).toContain("slow");
  expect(last()?.sent).toBe(null);
  expect((await answer).status).toBe(201);
});

it("a revoked token is answered by 401 from that request on", async () => {
  standIn.tokens.set("brief", { login: "planner" });
  const brief = client(standIn, "brief");
  standIn.faults.add({ match: creating, fault: faults.revoke, skip: 1 });
  const statuses = [];
  for (const title of ["first", "second", "third"]) statuses.push(await brief.status("POST", web, { title }));
  expect(statuses).toEqual([201, 401, 401]);
});

it("a rule lets the first requests through, strikes as often as configured, and only matching requests", async () => {
  standIn.faults.add({ match: creating, fault: faults.serverError(502, "before"), skip: 1, times: 2 });
  const send = async (method: string) => (await fetch(standIn.url + web, init(method))).status;
  const init = (method: string) => ({
    method,
    headers: { authorization: `Bearer ${standIn.token}` },
    ...(method === "GET" ? {} : { body: JSON.stringify({ title: "ruled" }) }),
  });
  expect([
    await send("POST"),
    await send("GET"),
    await send("POST"),
    await send("POST"),
    await send("POST"),
  ]).toEqual([201, 200, 502, 502, 201]);
  standIn.faults.always({}, faults.serverError(500, "before"));
  expect([await send("GET"), await send("GET")]).toEqual([500, 500]);
  standIn.faults.clear();
  expect(await send("GET")).toBe(200);
});

it("a hook sees each request before and after it is executed, and may make it fail", async () => {
  const seen: string[] = [];
  const ends = [
    standIn.onRequest(({ method, executed }) => {
      seen.push(`${method} ${executed}`);
      return seen.length === 3 ? faults.cut : undefined;
    }),
    standIn.onResponse(({ method, result, sent }) => {
      seen.push(`${method} ${result} ${sent}`);
    }),
  ];
  expect(await github.status("POST", web, { title: "hooked" })).toBe(201);
  await expect(github.send("GET", web)).rejects.toThrow();
  expect(seen).toEqual(["POST false", "POST 201 null", "GET false"]);
  for (const end of ends) end();
  expect(await github.status("GET", web)).toBe(200);
  expect(seen).toHaveLength(3);
});

it("a hook that fails is reported, not swallowed", async () => {
  const end = standIn.onRequest(() => {
    throw new Error("broken hook");
  });
  await expect(github.send("GET", web)).rejects.toThrow();
  end();
  expect(standIn.violations).toEqual([
    { request: `GET ${web}`, problems: [expect.stringContaining("broken hook")] },
  ]);
});

it("the log has no tokens", async () => {
  await github.status("GET", web);
  expect(JSON.stringify(standIn.log)).not.toContain(standIn.token);
});
