import { afterEach, beforeEach, expect, it } from "vitest";
import { client } from "./client.ts";
import { type GitHubStandIn, startGitHub, tokens } from "./start.ts";

let standIn: GitHubStandIn;
let github: ReturnType<typeof client>;
const web = "/repos/acme/web";

beforeEach(async () => {
  standIn = await startGitHub();
  github = client(standIn, standIn.token);
});
afterEach(() => standIn.close());

const repository = (name: string) => {
  const found = standIn.repositories.find((repo) => repo.name === name);
  if (found === undefined) throw new Error(`no repository ${name}`);
  return found;
};

it("an unknown token is answered by 401, even if it was known a moment ago", async () => {
  expect(await client(standIn, "unknown").status("GET", "/user")).toBe(401);
  expect(await github.status("GET", "/user")).toBe(200);
  standIn.tokens.delete(standIn.token);
  expect(await github.status("GET", "/user")).toBe(401);
  expect((await fetch(`${standIn.url}/user`)).status).toBe(401);
});

it("a repository shows its visibility, its state and what the caller may do", async () => {
  const mine = { private: true, visibility: "private", archived: false, has_issues: true };
  expect(await github.fields(200, "GET", web)).toMatchObject({
    ...mine,
    permissions: { push: true, admin: false },
  });
  const reader = client(standIn, tokens.reader);
  expect(await reader.fields(200, "GET", web)).toMatchObject({ permissions: { push: false, pull: true } });
  expect(await github.fields(200, "GET", "/repos/Acme/SITE")).toMatchObject({
    private: false,
    full_name: "acme/site",
  });
});

it("a private repository of others is hidden by 404", async () => {
  expect(await github.status("GET", "/repos/acme/vault")).toBe(404);
  expect(await github.status("POST", "/repos/acme/vault/issues", { title: "x" })).toBe(404);
  expect(await github.status("GET", "/repos/acme/nothing")).toBe(404);
});

it("/user/repos lists the caller's repositories, by affiliation and visibility, in pages", async () => {
  const names = async (query: string) =>
    (await github.list(`/user/repos${query}`)).map((repo) => repo.full_name);
  expect(await names("")).toEqual(["acme/api", "acme/site", "acme/web", "planner/notes"]);
  expect(await names("?affiliation=owner")).toEqual(["planner/notes"]);
  expect(await names("?affiliation=organization_member&visibility=public")).toEqual(["acme/site"]);
  expect(await names("?per_page=3&page=2")).toEqual(["planner/notes"]);
  expect(await github.status("GET", "/user/repos?type=owner&visibility=all")).toBe(422);
});

it("an archived repository is readable but not writable (403), one without issues answers 410", async () => {
  const { number } = await github.create("acme/web", "Before");
  repository("web").archived = true;
  expect(await github.status("GET", `${web}/issues/${number}`)).toBe(200);
  expect(await github.status("POST", `${web}/issues`, { title: "After" })).toBe(403);
  expect(await github.fields(200, "GET", web)).toMatchObject({ archived: true });
  Object.assign(repository("web"), { archived: false, hasIssues: false });
  expect(await github.status("POST", `${web}/issues`, { title: "After" })).toBe(410);
  expect(await github.status("GET", `${web}/issues/${number}`)).toBe(410);
});

it("a token without write permission reads and is refused by 403 when it writes", async () => {
  const weak = client(standIn, tokens.readOnly);
  expect(await weak.status("GET", `${web}/issues`)).toBe(200);
  expect(await weak.status("POST", `${web}/issues`, { title: "x" })).toBe(403);
});

it("the hourly limit is counted in the headers and answered by 403 when used up", async () => {
  standIn.quota.remaining = 2;
  const { headers } = await github.send("GET", web);
  expect(headers.get("x-ratelimit-remaining")).toBe("1");
  expect(await github.status("GET", `${web}/issues`)).toBe(200);
  const refused = await github.send("POST", `${web}/issues`, { title: "x" });
  expect([refused.status, refused.headers.get("x-ratelimit-remaining")]).toEqual([403, "0"]);
  standIn.quota.resetAt = 0;
  expect(await github.status("GET", web)).toBe(200);
});

// Five thousand requests take ten times as long as the rest of this file.
it.runIf(process.env.LONG)(
  "more requests than emulate's own hourly limit are answered",
  { timeout: 60_000 },
  async () => {
    for (let sent = 0; sent < 5_100; sent += 100)
      await Promise.all(Array.from({ length: 100 }, () => github.status("GET", `${web}/labels`)));
    expect(await github.status("GET", `${web}/labels`)).toBe(200);
  },
);

it("a path that the stand-in leaves out is answered by 501, never as if it worked", async () => {
  expect(await github.status("POST", "/graphql", { query: "{viewer{login}}" })).toBe(501);
  expect(await github.status("DELETE", web)).toBe(501);
});

it("JSON that cannot be read is answered by 400", async () => {
  const headers = { authorization: `Bearer ${standIn.token}` };
  const response = await fetch(`${standIn.url}${web}/issues`, { method: "POST", headers, body: "{" });
  expect(response.status).toBe(400);
});
