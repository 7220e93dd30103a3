import { afterAll, beforeAll, expect, it } from "vitest";
import { client, paragraph } from "./client.ts";
import { type JiraStandIn, startJira } from "./start.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;

beforeAll(async () => {
  standIn = await startJira();
  jira = client(standIn);
});
afterAll(async () => {
  expect(standIn.violations).toEqual([]);
  await standIn.close();
});

const dumped = (key: string) => standIn.dump().issues.find((issue) => issue.key === key);

it("a user edits an issue", async () => {
  const { key } = await jira.create("old");
  standIn.drift.edit(key, {
    summary: "new",
    description: paragraph("typed"),
    labels: ["theirs"],
    status: "In Progress",
  });
  expect(dumped(key)).toMatchObject({
    summary: "new",
    description: paragraph("typed"),
    labels: ["theirs"],
    category: "indeterminate",
  });
});

it("a deleted issue is gone with its links and sub-tasks; the others lose their parent", async () => {
  const epic = await jira.create("e", {}, "Epic");
  const story = await jira.create("s", { parent: { key: epic.key } });
  const part = await jira.create("p", { parent: { key: story.key } }, "Sub-task");
  const other = await jira.create("o");
  await jira.block(story.key, other.key);
  standIn.drift.delete(epic.key);
  expect(dumped(story.key)?.parent).toBe(null);
  standIn.drift.delete(story.key);
  expect([dumped(part.key), dumped(other.key)?.blockedBy]).toEqual([undefined, []]);
  expect(await jira.status("GET", `/issue/${story.id}`)).toBe(404);
});

it("a moved issue keeps its id, gets a new key, and is found by the old one", async () => {
  const { id, key } = await jira.create("moved");
  const moved = standIn.drift.moveToProject(key, "MOVE");
  expect(moved).toMatch(/^MOVE-\d+$/);
  for (const name of [id, key, moved]) {
    expect(await jira.fields(200, "GET", `/issue/${name}`)).toMatchObject({ id, key: moved });
    const body = { issueIdsOrKeys: [name], fields: ["project"] };
    expect(await jira.fields(200, "POST", "/issue/bulkfetch", body)).toMatchObject({
      issues: [{ id, key: moved, fields: { project: { key: "MOVE" } } }],
    });
  }
  expect(await jira.status("PUT", `/issue/${key}`, { fields: { summary: "by the old key" } })).toBe(204);
});

it("a clone has the labels and properties of the original, and an id of its own", async () => {
  const body = { ...jira.issue("one", { labels: ["mark"] }), properties: [{ key: "mark", value: 7 }] };
  const { id, key } = await jira.fields(201, "POST", "/issue", body);
  const clone = dumped(standIn.drift.clone(String(key)));
  expect(clone).toMatchObject({ summary: "CLONE - one", labels: ["mark"], properties: { mark: 7 } });
  expect(clone?.id).not.toBe(id);
});

it("an issue is done, not to be done, or open again", async () => {
  const { key } = await jira.create("t");
  standIn.drift.transition(key, "done", "Won't Do");
  expect(dumped(key)).toMatchObject({ category: "done", resolution: "Won't Do" });
  standIn.drift.transition(key, "new");
  expect(dumped(key)).toMatchObject({ category: "new", resolution: null });
});

it("a link is removed", async () => {
  const [a, b] = [await jira.create("a"), await jira.create("b")];
  await jira.block(a.key, b.key);
  standIn.drift.removeLink(standIn.dump().links.at(-1)?.id ?? "");
  expect(dumped(b.key)?.blockedBy).toEqual([]);
});

it("issues of an archived project are read, but neither written nor found", async () => {
  const { key } = await jira.create("archived", { labels: ["archived"] });
  standIn.catchUp();
  standIn.drift.archiveProject("PROJ");
  expect(await jira.status("GET", `/issue/${key}`)).toBe(200);
  expect(await jira.status("PUT", `/issue/${key}`, { fields: { summary: "x" } })).toBe(403);
  expect(await jira.status("POST", "/issue", jira.issue("x"))).toBe(400);
  expect((await jira.search("labels = archived")).issues).toEqual([]);
  standIn.drift.archiveProject("PROJ", false);
  expect((await jira.search("labels = archived")).issues).toHaveLength(1);
});

it("a removed issue type can no longer be created, its issues remain", async () => {
  const { key } = await jira.create("t", {}, "Task");
  standIn.drift.removeIssueType("PROJ", "Task");
  expect((await jira.send("POST", "/issue", jira.issue("t", {}, "Task"))).body).toMatchObject({
    errors: { issuetype: expect.any(String) },
  });
  expect(dumped(key)?.type).toBe("Task");
});

it("a revoked permission is missing from then on; without browse permission everything is 404", async () => {
  const { key } = await jira.create("t");
  standIn.drift.revokePermission("PROJ", "EDIT_ISSUES");
  expect(await jira.status("PUT", `/issue/${key}`, { fields: { summary: "x" } })).toBe(403);
  standIn.drift.revokePermission("PROJ", "BROWSE_PROJECTS");
  expect(await jira.status("GET", `/issue/${key}`)).toBe(404);
  expect(await jira.status("GET", "/project/PROJ")).toBe(404);
  const body = { issueIdsOrKeys: [key] };
  expect(await jira.fields(200, "POST", "/issue/bulkfetch", body)).toEqual({ issues: [], issueErrors: [] });
});
