import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Fault } from "../common/faults.ts";
import { client } from "./client.ts";
import { faults } from "./faults.ts";
import { type LinearStandIn, startLinear } from "./start.ts";

let standIn: LinearStandIn;
let linear: ReturnType<typeof client>;
const query = "mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { issue { id } } }";

beforeAll(async () => {
  // Faults don't depend on the schema, and this one loads at once.
  standIn = await startLinear({ published: false });
  linear = client(standIn, standIn.token);
});
afterEach(() => standIn.faults.clear());
afterAll(() => standIn.close());

const titles = () => standIn.dump().issues.map((issue) => issue.title);
const last = () => standIn.log.at(-1);
const creating = { path: "issueCreate" };

/** Sends a create under the fault. Returns the client's view, or "broken". */
async function createUnder(fault: Fault, title: string) {
  standIn.faults.next(creating, fault);
  try {
    const response = await linear.post(query, { input: { teamId: standIn.teamId, title } });
    const type = response.headers.get("content-type");
    return { status: response.status, type, headers: response.headers, text: await response.text() };
  } catch {
    return "broken" as const;
  }
}

it("a lost reply: the issue is created, the connection breaks", async () => {
  expect(await createUnder(faults.loseReply, "lost")).toBe("broken");
  expect(last()).toMatchObject({ operations: ["issueCreate"], executed: true, result: 200, sent: "cut" });
  expect(titles()).toContain("lost");
});

it("a connection cut before: nothing is created", async () => {
  expect(await createUnder(faults.cut, "cut")).toBe("broken");
  expect(last()).toMatchObject({ executed: false, sent: "cut" });
  expect(titles()).not.toContain("cut");
});

it("a truncated reply: the issue is created, the answer cannot be read", async () => {
  expect(await createUnder(faults.truncate, "truncated")).toBe("broken");
  expect(last()).toMatchObject({ executed: true, sent: "truncated" });
  expect(titles()).toContain("truncated");
});

it.each([
  [502, "before"],
  [502, "after"],
  [200, "after"],
] as const)("a page of a proxy with status %i, %s the operation is done", async (status, when) => {
  const title = `proxy ${status} ${when}`;
  expect(await createUnder(faults.html(status, when), title)).toMatchObject({ status, type: "text/html" });
  expect(titles().includes(title)).toBe(when === "after");
});

it.each([
  ["before", 200],
  ["after", 200],
  ["after", 500],
] as const)("an internal error of Linear's, %s the operation is done, as %i", async (when, status) => {
  const title = `internal ${when} ${status}`;
  const got = await createUnder(faults.internalError(when, status), title);
  expect(got).toMatchObject({ status, text: expect.stringContaining("INTERNAL_SERVER_ERROR") });
  expect(titles().includes(title)).toBe(when === "after");
});

it.each([
  ["requests", 400, undefined],
  ["complexity", 400, undefined],
  ["requests", 429, 7],
] as const)(
  "the limit of %s as %i, Retry-After %s: nothing is created",
  async (bucket, status, retryAfter) => {
    const got = await createUnder(
      faults.rateLimited(bucket, 5000, { status, ...(retryAfter === undefined ? {} : { retryAfter }) }),
      "limited",
    );
    if (got === "broken") throw new Error(got);
    expect([got.status, got.text]).toEqual([status, expect.stringContaining("RATELIMITED")]);
    expect(got.headers.get(`x-ratelimit-${bucket}-remaining`)).toBe("0");
    expect(got.headers.get("retry-after")).toBe(retryAfter === undefined ? null : String(retryAfter));
    const wait = Number(got.headers.get(`x-ratelimit-${bucket}-reset`)) - Date.now();
    expect(wait > 0 && wait <= 5000).toBe(true);
    expect(titles()).not.toContain("limited");
  },
);

it.each([
  ["authentication error", faults.unauthenticated(), 401],
  ["authentication error", faults.unauthenticated(400), 400],
  ["forbidden", faults.forbidden(), 200],
  ["lock timeout", faults.lockTimeout(), 200],
  ["usage limit exceeded", faults.usageLimit(), 200],
] as const)("%s: nothing is created", async (type, fault, status) => {
  const got = await createUnder(fault, type);
  expect(got).toMatchObject({ status, text: expect.stringContaining(`"type":"${type}"`) });
  expect(titles()).not.toContain(type);
});

it("a slow answer comes, but late", async () => {
  const begun = performance.now();
  expect(await createUnder(faults.slow(80), "slow")).toMatchObject({ status: 200 });
  expect(performance.now() - begun).toBeGreaterThan(75);
});

it("a token that is revoked in the middle is 401 from then on", async () => {
  standIn.tokens.set("lin_api_brief", {
    kind: "key",
    userId: [...standIn.tokens.values()][0]?.userId ?? "",
    access: "write",
  });
  const brief = client(standIn, "lin_api_brief");
  expect((await brief.send("{ viewer { id } }")).status).toBe(200);
  standIn.faults.next({ path: "viewer" }, faults.revoke);
  for (let i = 0; i < 2; i += 1) expect((await brief.send("{ viewer { id } }")).status).toBe(401);
});

it("rules choose by operation, skip, and last as configured; hooks may strike as well", async () => {
  standIn.faults.add({ match: { path: "issueCreate" }, fault: faults.cut, skip: 1, times: 2 });
  const create = (title: string) =>
    linear.create(title).then(
      () => true,
      () => false,
    );
  expect((await linear.send("{ viewer { id } }")).status).toBe(200);
  expect([await create("1"), await create("2"), await create("3"), await create("4")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  const end = standIn.onRequest(({ operations }) =>
    operations?.includes("issueCreate") ? faults.cut : undefined,
  );
  expect(await create("5")).toBe(false);
  end();
  const seen: unknown[] = [];
  const stop = standIn.onResponse(({ result, complexity }) => void seen.push(result, complexity));
  expect(await create("6")).toBe(true);
  stop();
  expect(seen).toEqual([200, 2.3]);
});
