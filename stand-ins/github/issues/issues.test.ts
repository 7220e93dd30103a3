import { Octokit } from "@octokit/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client } from "../client.ts";
import { type GitHubStandIn, startGitHub, tokens } from "../start.ts";

let standIn: GitHubStandIn;
let github: ReturnType<typeof client>;
let reader: ReturnType<typeof client>;
const web = "/repos/acme/web/issues";

beforeAll(async () => {
  standIn = await startGitHub();
  github = client(standIn, standIn.token);
  reader = client(standIn, tokens.reader);
});
afterAll(() => standIn.close());

describe("issues", () => {
  it("are created, read, edited and listed, with ids that are never their numbers", async () => {
    const made = await github.fields(201, "POST", web, { title: "First", body: "a\r\nb", labels: ["plan"] });
    expect(made).toMatchObject({ title: "First", body: "a\r\nb", state: "open", user: { login: "planner" } });
    expect(made.id).not.toBe(made.number);
    expect(made.created_at).toMatch(/:\d\dZ$/);
    expect(made.url).toBe(`${standIn.url}${web}/${made.number}`);
    const edited = { title: "Second", state: "closed", state_reason: "not_planned" };
    expect(await github.fields(200, "PATCH", `${web}/${made.number}`, edited)).toMatchObject(edited);
    expect(await github.fields(200, "GET", `${web}/${made.number}`)).toMatchObject(edited);
    expect(await github.status("GET", `${web}/99999`)).toBe(404);
  });

  it("are assigned only to who has access", async () => {
    const { number } = await github.create("acme/web", "Assigned");
    const assign = (...assignees: string[]) => github.send("PATCH", `${web}/${number}`, { assignees });
    expect((await assign("reader")).status).toBe(200);
    expect((await standIn.dump()).find((one) => one.title === "Assigned")?.assignees).toEqual(["reader"]);
    expect((await assign("stranger")).status).toBe(422);
    expect(await github.status("GET", "/repos/acme/web/assignees/reader")).toBe(204);
    expect(await github.status("GET", "/repos/acme/web/assignees/stranger")).toBe(404);
  });

  it("keep the reason of closing when the state does not change, and can be closed as duplicates", async () => {
    const { number } = await github.create("acme/web", "Reason");
    await github.fields(200, "PATCH", `${web}/${number}`, { state: "closed", state_reason: "duplicate" });
    const again = await github.fields(200, "PATCH", `${web}/${number}`, { state_reason: "completed" });
    expect(again).toMatchObject({ state: "closed", state_reason: "duplicate" });
    const reopened = await github.fields(200, "PATCH", `${web}/${number}`, { state: "open" });
    expect(reopened.state_reason).toBe("reopened");
    await github.fields(200, "PATCH", `${web}/${number}`, { state: "closed" });
    const closed = { state: "closed", state_reason: "not_planned" };
    expect((await github.fields(200, "PATCH", `${web}/${number}`, closed)).state_reason).toBe("completed");
  });

  it("take a title of 256 and a body of 65,536 characters and refuse one more with 422", async () => {
    const limit = { title: "t".repeat(256), body: "b".repeat(65_536) };
    expect(await github.status("POST", web, limit)).toBe(201);
    expect(await github.status("POST", web, { ...limit, title: `${limit.title}t` })).toBe(422);
    expect(await github.status("POST", web, { ...limit, body: `${limit.body}b` })).toBe(422);
    expect(await github.status("POST", web, { title: " " })).toBe(422);
    expect(await github.status("POST", web, { body: "no title" })).toBe(422);
  });

  it("know labels whatever the case, as strings or objects, and refuse names over 50 characters", async () => {
    await github.fields(201, "POST", "/repos/acme/web/labels", { name: "Effort", color: "ededed" });
    expect(await github.status("POST", "/repos/acme/web/labels", { name: "effort", color: "ededed" })).toBe(
      422,
    );
    expect(await github.status("POST", "/repos/acme/web/labels", { name: "red", color: "#ff0000" })).toBe(
      422,
    );
    const made = await github.fields(201, "POST", web, { title: "L", labels: ["effort", { name: "new" }] });
    expect(made.labels).toMatchObject([{ name: "Effort" }, { name: "new" }]);
    expect(await github.status("POST", web, { title: "L", labels: ["l".repeat(51)] })).toBe(422);
    expect(await github.list(`${web}?labels=EFFORT`)).toHaveLength(1);
  });

  it("lose labels silently when the author may not push, and cannot be edited by other readers", async () => {
    const made = await reader.fields(201, "POST", web, { title: "By a reader", labels: ["Effort"] });
    expect(made.labels).toEqual([]);
    expect(await reader.status("PATCH", `${web}/${made.number}`, { title: "Mine" })).toBe(200);
    const { number } = await github.create("acme/web", "Not theirs");
    expect(await reader.status("PATCH", `${web}/${number}`, { title: "Taken" })).toBe(403);
    expect(await reader.status("POST", `${web}/${number}/comments`, { body: "Hello" })).toBe(201);
  });

  it("answer 410 once deleted and 301 once transferred, and are then not listed", async () => {
    const deleted = await github.create("acme/web", "To delete");
    await standIn.deleteIssue("acme/web", deleted.number);
    const moved = await github.create("acme/web", "To move");
    const number = await standIn.transferIssue("acme/web", moved.number, "acme/api");
    expect(await github.status("GET", `${web}/${deleted.number}`)).toBe(410);
    const { status, headers } = await github.send("GET", `${web}/${moved.number}`);
    expect([status, headers.get("location")]).toEqual([
      301,
      `${standIn.url}/repos/acme/api/issues/${number}`,
    ]);
    const numbers = (await github.list(`${web}?state=all&per_page=100`)).map((issue) => issue.number);
    expect(numbers).not.toContain(deleted.number);
    expect(numbers).not.toContain(moved.number);
  });
});

describe("a listing", () => {
  it("filters by state, author and time, sorts, and is paged by Link headers", async () => {
    const site = "/repos/acme/site/issues";
    for (const title of ["a", "b", "c"]) await github.create("acme/site", title);
    await reader.create("acme/site", "d");
    await github.fields(200, "PATCH", `${site}/2`, { state: "closed" });
    const first = await github.send("GET", `${site}?state=all&sort=created&direction=asc&per_page=3`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(next.startsWith(standIn.url)).toBe(true);
    const last = await github.list(next.slice(standIn.url.length));
    expect([first.body, last].map((page) => (page as unknown[]).length)).toEqual([3, 1]);
    const all = [...(first.body as typeof last), ...last];
    expect(all.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4]);
    // The machine's clock can be set back between two creations, so numbers don't tell their order.
    const times = all.map(({ created_at }) => String(created_at));
    expect(times).toEqual([...times].sort());
    expect((await github.list(site)).map((issue) => issue.state)).toEqual(["open", "open", "open"]);
    expect(await github.list(`${site}?creator=Reader`)).toHaveLength(1);
    const [earliest] = all.map(({ updated_at }) => String(updated_at)).sort();
    expect(await github.list(`${site}?state=all&since=${earliest}`)).toHaveLength(4);
    expect(await github.list(`${site}?state=all&since=2100-01-01T00:00:00Z`)).toEqual([]);
    expect(await github.status("GET", `${site}?state=shut`)).toBe(422);
    expect(await github.status("GET", `${site}?mentioned=planner`)).toBe(501);
  });

  it("and a single issue are answered by 304 when the client has them already, at no cost", async () => {
    const { headers } = await github.send("GET", `${web}/1`);
    const remaining = standIn.quota.remaining;
    const again = await github.send("GET", `${web}/1`, undefined, {
      "if-none-match": headers.get("etag") ?? "",
    });
    expect([again.status, again.body, standIn.quota.remaining]).toEqual([304, undefined, remaining]);
    await github.fields(200, "PATCH", `${web}/1`, { title: "Changed" });
    const changed = await github.send("GET", `${web}/1`, undefined, {
      "if-none-match": headers.get("etag") ?? "",
    });
    expect(changed.status).toBe(200);
  });
});

it("octokit lists and creates issues", async () => {
  const octokit = new Octokit({ auth: standIn.token, baseUrl: standIn.url });
  const repo = { owner: "acme", repo: "api" };
  const { data } = await octokit.request("POST /repos/{owner}/{repo}/issues", {
    ...repo,
    title: "By octokit",
  });
  const listed = await octokit.request("GET /repos/{owner}/{repo}/issues", {
    ...repo,
    state: "all",
    per_page: 100,
  });
  expect(listed.data.map((issue) => issue.id)).toContain(data.id);
  expect((await octokit.request("GET /user")).data.login).toBe("planner");
});
