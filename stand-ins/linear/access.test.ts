import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { buildSchema, getNamedType, isInputObjectType, isObjectType } from "graphql";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { client } from "./client.ts";
import { loadSchema, publishedSchema } from "./graphql/schema.ts";
import { subset } from "./graphql/subset.ts";
import { type LinearStandIn, startLinear } from "./start.ts";
import { tokens } from "./world.ts";

let standIn: LinearStandIn;
let linear: ReturnType<typeof client>;

beforeAll(async () => {
  standIn = await startLinear();
  linear = client(standIn, standIn.token);
});
afterEach(() => {
  standIn.violations.length = 0;
});
afterAll(() => standIn.close());

const problems = () => standIn.violations.flatMap((violation) => violation.problems);
const viewer = "{ viewer { id isMe } organization { urlKey } }";

it("an API key is sent bare, an OAuth token after Bearer; anything else is 401", async () => {
  const status = async (authorization: string) => (await client(standIn, authorization).send(viewer)).status;
  expect(await status(standIn.token)).toBe(200);
  expect(await status(`Bearer ${tokens.oauth}`)).toBe(200);
  expect(problems()).toEqual([]);
  for (const wrong of [tokens.oauth, `Bearer ${standIn.token}`, "lin_api_unknown", ""])
    expect(await status(wrong)).toBe(401);
  expect(problems()).toEqual(['an API key is sent without "Bearer"']);
  const [failure] = await client(standIn, "lin_api_unknown").failures(viewer);
  expect(failure?.extensions).toMatchObject({ code: "AUTHENTICATION_ERROR", type: "authentication error" });
});

it("an expired token is 401", async () => {
  standIn.tokens.set("lin_api_old", { ...standIn.tokens.get(standIn.token), expired: true } as never);
  expect((await client(standIn, "lin_api_old").send(viewer)).status).toBe(401);
});

it("a token that may only read is forbidden to write", async () => {
  const reader = client(standIn, tokens.readOnly);
  expect((await reader.send(viewer)).status).toBe(200);
  const input = { teamId: standIn.teamId, title: "x" };
  expect(await reader.refusal("issueCreate", "IssueCreateInput", input)).toMatchObject([
    { path: ["issueCreate"], extensions: { code: "FORBIDDEN", type: "forbidden" } },
  ]);
  expect(standIn.dump().issues).toEqual([]);
});

it("createAsUser is only for OAuth", async () => {
  const input = { teamId: standIn.teamId, title: "x", createAsUser: "robot" };
  expect(await linear.refusal("issueCreate", "IssueCreateInput", input)).toHaveLength(1);
  const { id } = await client(standIn, `Bearer ${tokens.oauth}`).create("by app", { createAsUser: "robot" });
  expect(standIn.dump().issues.map((issue) => issue.id)).toEqual([id]);
});

it.each([
  ["an unknown field", "{ viewer { nothing } }", {}, "GRAPHQL_VALIDATION_FAILED"],
  ["no GraphQL", "{ viewer", {}, "GRAPHQL_PARSE_FAILED"],
  [
    "a variable of another type",
    "query ($id: String!) { issue(id: $id) { id } }",
    { id: 1 },
    "BAD_USER_INPUT",
  ],
  ["a missing variable", "query ($id: String!) { issue(id: $id) { id } }", {}, "BAD_USER_INPUT"],
])(
  "%s is answered by 400, not executed, and recorded as a violation",
  async (_title, query, variables, code) => {
    const { status, body } = await linear.send(query, variables);
    expect([status, body.data]).toEqual([400, undefined]);
    expect(body.errors).toMatchObject([{ extensions: { code } }]);
    expect(problems()).toHaveLength(1);
  },
);

it("an unknown field of an input is refused and recorded", async () => {
  const input = { teamId: standIn.teamId, title: "x", effort: 3 };
  expect(await linear.refusal("issueCreate", "IssueCreateInput", input)).toHaveLength(1);
  expect(problems().join()).toMatch(/effort/);
});

it("a deprecated operation works and is recorded", async () => {
  const id = await linear.project("old");
  await linear.data(`mutation { projectArchive(id: "${id}") { success } }`);
  expect(problems().join()).toMatch(/projectArchive is deprecated/);
});

it("a field that the stand-in lacks is an error and recorded, never ignored", async () => {
  const id = randomUUID();
  const before = standIn.dump().issues.length;
  const input = { id, teamId: standIn.teamId, title: "x" };
  await linear.send("{ issues(last: 1) { nodes { id } } }");
  await linear.send('{ issues(filter: { updatedAt: { gt: "-P1D" } }) { nodes { id } } }');
  const moved = { ...input, id: (await linear.create("moved")).id };
  await linear.send(
    `mutation ($id: String!) { issueUpdate(id: $id, input: { teamId: "${randomUUID()}", labelIds: ["${id}"] }) { success } }`,
    { id: moved.id },
  );
  expect(problems().map((problem) => problem.startsWith("Not in the stand-in"))).toEqual([true, true, true]);
  expect(standIn.dump().issues).toHaveLength(before + 1);
});

it("a query above 10,000 points is refused and recorded; every answer states its points", async () => {
  const { headers } = await linear.send("{ viewer { id name } }");
  expect(headers.get("x-complexity")).toBe("1.2");
  const query = "{ issues(first: 250) { nodes { id relations { nodes { id } } } } }";
  const { status, body } = await linear.send(query);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("Query too complex")]);
  expect(problems()).toHaveLength(1);
  expect((await linear.send(query.replace("250", "50"))).status).toBe(200);
});

it("requests and points are counted; an empty bucket is HTTP 400 RATELIMITED, full again at the reset", async () => {
  const small = await startLinear({ quota: { requests: 2, complexity: 10 } });
  const asking = client(small, small.token);
  const { headers } = await asking.send("{ viewer { id } }");
  expect(headers.get("x-ratelimit-requests-limit")).toBe("2");
  expect(headers.get("x-ratelimit-requests-remaining")).toBe("1");
  expect(headers.get("x-ratelimit-complexity-remaining")).toBe("8");
  // Milliseconds, not seconds: within the hour from now.
  const reset = Number(headers.get("x-ratelimit-requests-reset")) - Date.now();
  expect(reset > 3_000_000 && reset <= 3_600_000).toBe(true);
  const costly = await asking.send("{ teams(first: 10) { nodes { id } } }");
  const exhausted = await asking.send("{ viewer { id } }");
  for (const { status, body } of [costly, exhausted]) {
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ extensions: { code: "RATELIMITED" } }]);
  }
  small.quota.requests.resetAt = Date.now();
  expect((await asking.send("{ viewer { id } }")).status).toBe(200);
  await small.close();
});

it("the limits can be queried", async () => {
  const { rateLimitStatus } = await linear.data(
    "{ rateLimitStatus { kind limits { type allowedAmount reset } } }",
  );
  expect(rateLimitStatus).toMatchObject({
    limits: [
      { type: "requests", allowedAmount: 2500, reset: standIn.quota.requests.resetAt },
      { type: "complexity" },
    ],
  });
});

it("GraphQL takes POST of JSON at /graphql", async () => {
  const headers = { authorization: standIn.token, "content-type": "text/plain" };
  const body = JSON.stringify({ query: viewer });
  expect((await fetch(`${standIn.url}/graphql`, { method: "POST", headers, body })).status).toBe(400);
  expect((await fetch(`${standIn.url}/other`, { method: "POST", headers, body })).status).toBe(404);
});

it("without the published schema it runs on its own subset", async () => {
  const alone = await startLinear({ published: false });
  const asking = client(alone, alone.token);
  const { id } = await asking.create("one", { projectId: await asking.project("plan") });
  await asking.block(id, (await asking.create("two")).id);
  expect([alone.validating, alone.violations]).toEqual([false, []]);
  expect(alone.dump().issues.map(({ blockedBy }) => blockedBy)).toEqual([[], ["ENG-1"]]);
  await alone.close();
});

describe.skipIf(!existsSync(publishedSchema))("with the published schema (skipped if absent)", () => {
  it("the stand-in validates against it", () => expect(standIn.validating).toBe(true));

  it("the stand-in's own subset agrees with the published schema", () => {
    const { schema } = loadSchema(true);
    const different: string[] = [];
    for (const own of Object.values(buildSchema(subset).getTypeMap())) {
      const published = schema.getType(own.name);
      if (isObjectType(own) || isInputObjectType(own))
        for (const field of Object.values(own.getFields())) {
          const there = isObjectType(published) || isInputObjectType(published) ? published.getFields() : {};
          const found = there[field.name];
          if (String(found?.type) !== String(field.type)) different.push(`${own.name}.${field.name}`);
          for (const arg of "args" in field ? field.args : []) {
            const args = found && "args" in found ? found.args : [];
            const same = args.some((one) => one.name === arg.name && String(one.type) === String(arg.type));
            if (!same) different.push(`${own.name}.${field.name}(${arg.name})`);
          }
        }
      else if (published === undefined || getNamedType(published).name !== own.name) different.push(own.name);
    }
    expect(different).toEqual([]);
  });
});
