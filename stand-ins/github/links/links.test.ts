import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client } from "../client.ts";
import { type GitHubStandIn, startGitHub, tokens } from "../start.ts";

let standIn: GitHubStandIn;
let github: ReturnType<typeof client>;
const path = (number: number, rest = "", repository = "acme/web") =>
  `/repos/${repository}/issues/${number}${rest}`;

beforeAll(async () => {
  standIn = await startGitHub();
  github = client(standIn, standIn.token);
});
afterAll(() => standIn.close());

const create = (title: string, repository = "acme/web") => github.create(repository, title);
const adopt = (parent: number, id: number, more = {}) =>
  github.status("POST", path(parent, "/sub_issues"), { sub_issue_id: id, ...more });
const block = (issue: number, id: number) =>
  github.status("POST", path(issue, "/dependencies/blocked_by"), { issue_id: id });
const ids = async (listPath: string) => (await github.list(listPath)).map((issue) => issue.id);

describe("a sub-issue", () => {
  it("is added by database id, also across repositories of one owner, and its parent found again", async () => {
    const [above, a, b] = [await create("above"), await create("a"), await create("b", "acme/api")];
    expect(await adopt(above.number, a.id)).toBe(201);
    expect(await adopt(above.number, b.id)).toBe(201);
    expect(await ids(path(above.number, "/sub_issues"))).toEqual([a.id, b.id]);
    expect(await github.fields(200, "GET", path(a.number, "/parent"))).toMatchObject({ id: above.id });
    const child = await github.fields(200, "GET", path(a.number));
    expect(child.parent_issue_url).toBe(standIn.url + path(above.number));
    await github.fields(200, "PATCH", path(a.number), { state: "closed" });
    const summary = { total: 2, completed: 1, percent_completed: 50 };
    expect((await github.fields(200, "GET", path(above.number))).sub_issues_summary).toEqual(summary);
    expect(await github.status("GET", path(above.number, "/parent"))).toBe(404);
  });

  it("is refused by 404 when its number is given instead of its id, by 422 for a text", async () => {
    const [above, a] = [await create("above"), await create("a")];
    expect(await adopt(above.number, a.number)).toBe(404);
    expect(
      await github.status("POST", path(above.number, "/sub_issues"), { sub_issue_id: String(a.id) }),
    ).toBe(422);
    expect(await github.status("POST", path(99_999, "/sub_issues"), { sub_issue_id: a.id })).toBe(404);
  });

  it("has one parent, unless replace_parent moves it", async () => {
    const [one, two, a] = [await create("one"), await create("two"), await create("a")];
    expect(await adopt(one.number, a.id)).toBe(201);
    expect(await adopt(one.number, a.id)).toBe(422);
    expect(await adopt(two.number, a.id)).toBe(422);
    expect(await adopt(two.number, a.id, { replace_parent: true })).toBe(201);
    expect(await ids(path(one.number, "/sub_issues"))).toEqual([]);
    expect(await ids(path(two.number, "/sub_issues"))).toEqual([a.id]);
  });

  it("is not its own parent or ancestor, and has no parent of another owner", async () => {
    const [a, b, foreign] = [await create("a"), await create("b"), await create("c", "planner/notes")];
    expect(await adopt(a.number, a.id)).toBe(422);
    expect(await adopt(a.number, b.id)).toBe(201);
    expect(await adopt(b.number, a.id)).toBe(422);
    expect(await adopt(a.number, foreign.id)).toBe(422);
  });

  it("lies at most at the eighth level, whether it comes alone or with issues below it", async () => {
    const chain = [];
    for (let level = 1; level <= 9; level++) chain.push(await create(`level ${level}`));
    const tail = chain.slice(6);
    for (const [i, issue] of chain.slice(0, 7).entries())
      if (i > 0) expect(await adopt(chain[i - 1]?.number ?? 0, issue.id)).toBe(201);
    const [seventh, eighth, ninth] = tail.map((issue) => issue ?? { number: 0, id: 0 });
    expect(await adopt(eighth?.number ?? 0, ninth?.id ?? 0)).toBe(201);
    expect(await adopt(seventh?.number ?? 0, eighth?.id ?? 0)).toBe(422);
    expect(
      await github.status("DELETE", path(eighth?.number ?? 0, "/sub_issue"), { sub_issue_id: ninth?.id }),
    ).toBe(200);
    expect(await adopt(seventh?.number ?? 0, eighth?.id ?? 0)).toBe(201);
    expect(await adopt(eighth?.number ?? 0, ninth?.id ?? 0)).toBe(422);
  });

  it("is one of at most a hundred, listed in pages", async () => {
    const above = await create("a hundred");
    for (let i = 0; i < 100; i++) expect(await adopt(above.number, (await create(`${i}`)).id)).toBe(201);
    expect(await adopt(above.number, (await create("one more")).id)).toBe(422);
    const { body, headers } = await github.send("GET", path(above.number, "/sub_issues?per_page=60&page=2"));
    expect(body).toHaveLength(40);
    expect(headers.get("link")).toContain('rel="prev"');
  });

  it("changes place by after_id or before_id, one of them", async () => {
    const [above, a, b, c] = [await create("above"), await create("a"), await create("b"), await create("c")];
    for (const { id } of [a, b, c]) await adopt(above.number, id);
    const move = (body: object) => github.status("PATCH", path(above.number, "/sub_issues/priority"), body);
    expect(await move({ sub_issue_id: c.id, before_id: a.id })).toBe(200);
    expect(await ids(path(above.number, "/sub_issues"))).toEqual([c.id, a.id, b.id]);
    expect(await move({ sub_issue_id: c.id, after_id: b.id })).toBe(200);
    expect(await ids(path(above.number, "/sub_issues"))).toEqual([a.id, b.id, c.id]);
    expect(await move({ sub_issue_id: c.id })).toBe(422);
    expect(await move({ sub_issue_id: c.id, after_id: b.id, before_id: a.id })).toBe(422);
    expect(await move({ sub_issue_id: above.id, after_id: b.id })).toBe(422);
  });

  it("is removed by the path in the singular, once", async () => {
    const [above, a] = [await create("above"), await create("a")];
    await adopt(above.number, a.id);
    expect(await github.status("DELETE", path(above.number, "/sub_issue"), { sub_issue_id: a.id })).toBe(200);
    expect(await github.status("DELETE", path(above.number, "/sub_issue"), { sub_issue_id: a.id })).toBe(404);
    expect(await github.status("GET", path(a.number, "/parent"))).toBe(404);
  });
});

describe("a dependency", () => {
  it("is added by database id and seen from both sides", async () => {
    const [first, then] = [await create("first", "acme/api"), await create("then")];
    expect(await block(then.number, first.id)).toBe(201);
    expect(await ids(path(then.number, "/dependencies/blocked_by"))).toEqual([first.id]);
    expect(await ids(path(first.number, "/dependencies/blocking", "acme/api"))).toEqual([then.id]);
    await github.fields(200, "PATCH", path(first.number, "", "acme/api"), { state: "closed" });
    const { issue_dependencies_summary } = await github.fields(200, "GET", path(then.number));
    expect(issue_dependencies_summary).toEqual({
      blocked_by: 0,
      blocking: 0,
      total_blocked_by: 1,
      total_blocking: 0,
    });
  });

  it("is refused by 422 when it exists already, when it is on itself, and when it closes a cycle", async () => {
    const [a, b, c] = [await create("a"), await create("b"), await create("c")];
    expect(await block(a.number, a.id)).toBe(422);
    expect(await block(b.number, a.id)).toBe(201);
    expect(await block(b.number, a.id)).toBe(422);
    expect(await block(c.number, b.id)).toBe(201);
    expect(await block(a.number, c.id)).toBe(422);
    expect(await block(a.number, b.number)).toBe(404);
  });

  it("is one of at most fifty in either direction", async () => {
    const hub = await create("hub");
    const others = [];
    for (let i = 0; i < 51; i++) others.push(await create(`${i}`));
    const statuses = [];
    for (const { id } of others) statuses.push(await block(hub.number, id));
    expect(statuses).toEqual([...Array(50).fill(201), 422]);
    const source = await create("source");
    statuses.length = 0;
    for (const { number } of others) statuses.push(await block(number, source.id));
    expect(statuses).toEqual([...Array(50).fill(201), 422]);
  });

  it("is removed by the blocker's database id, and removing it again succeeds", async () => {
    const [first, then] = [await create("first"), await create("then")];
    await block(then.number, first.id);
    const edge = path(then.number, `/dependencies/blocked_by/${first.id}`);
    expect(await github.status("DELETE", edge)).toBe(200);
    expect(await github.status("DELETE", edge)).toBe(200);
    expect(await ids(path(then.number, "/dependencies/blocked_by"))).toEqual([]);
    expect(await github.status("DELETE", path(then.number, `/dependencies/blocked_by/${first.number}`))).toBe(
      404,
    );
  });
});

it("links need push access, and an issue that the caller can't see is left out of them", async () => {
  const [above, secret] = [await create("above"), await create("secret", "acme/api")];
  await adopt(above.number, secret.id);
  const reader = client(standIn, tokens.reader);
  expect(await reader.list(path(above.number, "/sub_issues"))).toEqual([]);
  expect(await reader.status("POST", path(above.number, "/sub_issues"), { sub_issue_id: secret.id })).toBe(
    403,
  );
  expect(
    await reader.status("POST", path(above.number, "/dependencies/blocked_by"), { issue_id: above.id }),
  ).toBe(403);
});

it("the dump has every issue with its labels and relations", async () => {
  const [above, a] = [await create("dumped"), await create("below")];
  await adopt(above.number, a.id);
  await block(a.number, above.id);
  await github.fields(200, "PATCH", path(a.number), { labels: ["plan"], body: "text", state: "closed" });
  const dumped = (await standIn.dump()).filter((issue) => [above.id, a.id].includes(issue.id));
  expect(dumped).toEqual([
    expect.objectContaining({
      number: above.number,
      title: "dumped",
      state: "open",
      parent: null,
      subIssues: [a.id],
    }),
    expect.objectContaining({
      repository: "acme/web",
      number: a.number,
      title: "below",
      body: "text",
      author: "planner",
      state: "closed",
      stateReason: "completed",
      labels: ["plan"],
      parent: above.id,
      subIssues: [],
      blockedBy: [above.id],
    }),
  ]);
});
