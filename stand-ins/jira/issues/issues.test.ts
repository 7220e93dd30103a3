import { afterAll, beforeAll, expect, it } from "vitest";
import { client, paragraph } from "../client.ts";
import { project, storyPoints } from "../projects/project.ts";
import { type JiraStandIn, readerCredential, startJira } from "../start.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;
let reader: ReturnType<typeof client>;

const team = { id: "customfield_10050", name: "Team", type: "string", required: true } as const;
const notes = { id: "customfield_10051", name: "Notes", type: "textarea", required: false } as const;

beforeAll(async () => {
  standIn = await startJira({
    projects: [
      project("1", "PROJ", { fields: [storyPoints, notes] }),
      project("2", "TEAM", { fields: [team], hidden: ["labels"] }),
      project("3", "OLD", { archived: true }),
      { ...project("4", "VAULT"), permissions: {} },
    ],
  });
  jira = client(standIn);
  reader = client(standIn, readerCredential);
});
afterAll(async () => {
  expect(standIn.violations.filter(({ problems }) => problems.some((it) => /failed/.test(it)))).toEqual([]);
  await standIn.close();
});

const refusal = async (body: unknown) => (await jira.send("POST", "/issue", body)).body;
const dumped = (key: string) => standIn.dump().issues.find((issue) => issue.key === key);

it("an issue is created with a text id, a key, its properties and the given fields", async () => {
  const body = {
    ...jira.issue("First", { description: paragraph("text"), labels: ["a", "b"], [storyPoints.id]: 3 }),
    properties: [{ key: "mark", value: { id: 7 } }],
  };
  const made = await jira.fields(201, "POST", "/issue", body);
  expect(made).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    key: expect.stringMatching(/^PROJ-\d+$/),
  });
  expect(dumped(String(made.key))).toMatchObject({
    id: made.id,
    type: "Story",
    summary: "First",
    description: paragraph("text"),
    labels: ["a", "b"],
    status: "To Do",
    category: "new",
    properties: { mark: { id: 7 } },
    custom: { [storyPoints.id]: 3 },
  });
});

it.each([
  ["a summary of 255 characters", { summary: "s".repeat(255) }, "summary"],
  ["a summary of two lines", { summary: "a\nb" }, "summary"],
  ["an empty summary", { summary: " " }, "summary"],
  ["a description that is a text", { description: "text" }, "description"],
  ["a text of more than 32,767 characters", { description: paragraph("s".repeat(32_768)) }, "description"],
  ["a label with a space", { labels: ["a b"] }, "labels"],
  ["an unknown field", { customfield_9: 1 }, "customfield_9"],
  ["a number as text", { [storyPoints.id]: "3" }, storyPoints.id],
  ["an unknown type", { issuetype: { name: "Wish" } }, "issuetype"],
  ["an unknown project", { project: { key: "NONE" } }, "project"],
  ["a project without access", { project: { key: "VAULT" } }, "project"],
  ["an archived project", { project: { key: "OLD" } }, "project"],
  ["a required custom field that is missing", { project: { key: "TEAM" } }, team.id],
  ["a field that is on no screen", { project: { key: "TEAM" }, [team.id]: "T", labels: ["a"] }, "labels"],
  ["no project", { project: undefined }, "project"],
])("%s is refused by its field, and nothing is created", async (_title, fields, field) => {
  const before = standIn.dump().issues.length;
  expect(await refusal(jira.issue("Title", fields))).toEqual({
    errorMessages: [],
    errors: { [field]: expect.any(String) },
  });
  expect(standIn.dump().issues).toHaveLength(before);
});

it("a summary of 254 characters and a text of 32,767 are accepted", async () => {
  await jira.create("s".repeat(254), { description: paragraph("s".repeat(32_767)) });
});

it("the limit can count the document instead of its text", async () => {
  standIn.limits.textCount = "json";
  const status = await jira.status(
    "POST",
    "/issue",
    jira.issue("t", { description: paragraph("s".repeat(32_760)) }),
  );
  standIn.limits.textCount = "text";
  expect(status).toBe(400);
});

it("tasks come back with ids of Jira's own, so a description read is not the one written", async () => {
  const item = { type: "taskItem", attrs: { localId: "mine", state: "TODO" }, content: [] };
  const sent = {
    type: "doc",
    version: 1,
    content: [{ type: "taskList", attrs: { localId: "mine" }, content: [item] }],
  };
  const { key } = await jira.create("Tasks", { description: sent });
  const first = dumped(key)?.description;
  expect(first).toMatchObject({ content: [{ content: [{ attrs: { state: "TODO" } }] }] });
  expect(JSON.stringify(first)).not.toContain("mine");
  expect(dumped(key)?.description).toEqual(first);
});

it("an edit sets fields, labels one by one and properties, moves updated on, and answers 204", async () => {
  const { key } = await jira.create("Old", { labels: ["a", "b"] });
  const read = async () => (await jira.fields(200, "GET", `/issue/${key}?fields=updated`)).fields;
  const before = await read();
  const body = {
    fields: { summary: "New" },
    update: { labels: [{ add: "c" }, { remove: "a" }] },
    properties: [{ key: "mark", value: 1 }],
  };
  expect(await jira.status("PUT", `/issue/${key}?notifyUsers=false`, body)).toBe(204);
  expect(dumped(key)).toMatchObject({ summary: "New", labels: ["b", "c"], properties: { mark: 1 } });
  expect(await read()).not.toEqual(before);
  expect(await jira.fields(200, "PUT", `/issue/${key}?returnIssue=true`, { fields: {} })).toMatchObject({
    key,
  });
});

it("an edit with a wrong field changes nothing", async () => {
  const { key } = await jira.create("Kept");
  for (const body of [
    { fields: { summary: "New", labels: ["a b"] } },
    { fields: { summary: "New" }, update: { summary: [{ set: "Newer" }] } },
    { fields: { summary: "New" }, update: { nothing: [{ set: 1 }] } },
  ])
    expect(await jira.status("PUT", `/issue/${key}`, body)).toBe(400);
  expect(dumped(key)?.summary).toBe("Kept");
});

it("an issue is read by id or key in any case, with the fields and properties asked for", async () => {
  const { id, key } = await jira.create("Read");
  await jira.status("PUT", `/issue/${key}/properties/mark`, { a: 1 });
  const path = `/issue/${key.toLowerCase()}?fields=summary,labels&properties=mark`;
  expect(await jira.fields(200, "GET", path)).toMatchObject({
    id,
    fields: { summary: "Read", labels: [] },
    properties: { mark: { a: 1 } },
  });
  const { fields } = await jira.fields(200, "GET", `/issue/${id}?fields=*all,-labels`);
  expect(fields).toMatchObject({ status: { statusCategory: { key: "new" } }, description: null });
  expect(fields).not.toHaveProperty("labels");
});

it("a property is set, replaced, listed, read and deleted", async () => {
  const { key } = await jira.create("Properties");
  const path = `/issue/${key}/properties/mark`;
  expect([await jira.status("PUT", path, 1), await jira.status("PUT", path, { a: 2 })]).toEqual([201, 200]);
  expect(await jira.fields(200, "GET", path)).toEqual({ key: "mark", value: { a: 2 } });
  expect(await jira.fields(200, "GET", `/issue/${key}/properties`)).toMatchObject({
    keys: [{ key: "mark" }],
  });
  expect(await jira.status("PUT", path, "v".repeat(32_768))).toBe(400);
  expect([await jira.status("DELETE", path), await jira.status("GET", path)]).toEqual([204, 404]);
});

it("many issues are fetched by id and key in the order of ids; missing ones are left out", async () => {
  const [a, b] = [await jira.create("a"), await jira.create("b")];
  const ask = (issueIdsOrKeys: string[]) =>
    jira.send("POST", "/issue/bulkfetch", { issueIdsOrKeys, fields: ["summary"] });
  expect((await ask([b.key, a.id, "PROJ-9999", a.key])).body).toMatchObject({
    issues: [
      { id: a.id, fields: { summary: "a" } },
      { id: b.id, fields: { summary: "b" } },
    ],
    issueErrors: [],
  });
  expect([(await ask([])).status, (await ask(Array.from({ length: 101 }, () => a.id))).status]).toEqual([
    400, 400,
  ]);
});

it("without permission to write it is 403, without permission to see it 404, without credential 401", async () => {
  const { key } = await jira.create("Guarded");
  expect(await reader.status("GET", `/issue/${key}`)).toBe(200);
  expect(await reader.status("POST", "/issue", jira.issue("mine"))).toBe(403);
  expect(await reader.status("PUT", `/issue/${key}`, { fields: { summary: "mine" } })).toBe(403);
  expect(await reader.status("PUT", `/issue/${key}/properties/a`, 1)).toBe(403);
  expect(await jira.status("GET", "/issue/NONE-1")).toBe(404);
  expect(await client(standIn, "wrong").status("GET", `/issue/${key}`)).toBe(401);
});

it("a body that is not JSON is 400, one of another type 415, an unknown path 501", async () => {
  const post = async (type: string, body: string) => {
    const authorization = `Basic ${Buffer.from(`${standIn.email}:${standIn.token}`).toString("base64")}`;
    const headers = { authorization, "content-type": type };
    return (await fetch(`${standIn.url}/rest/api/3/issue`, { method: "POST", headers, body })).status;
  };
  expect([await post("application/json", "{"), await post("text/plain", "{}")]).toEqual([400, 415]);
  expect(await jira.status("DELETE", "/issue/PROJ-1")).toBe(501);
});

it("an issue has the default priority, and takes only known people, priorities and days", async () => {
  const { key } = await jira.fields(201, "POST", "/issue", jira.issue("Details"));
  expect(dumped(String(key))).toMatchObject({ assignee: null, priority: "Medium", dueDate: null });
  const edit = (fields: object) => jira.send("PUT", `/issue/${key}`, { fields });
  const [planner] = standIn.people;
  const all = { assignee: { accountId: planner?.accountId }, priority: { id: "1" }, duedate: "2027-02-03" };
  expect((await edit(all)).status).toBe(204);
  expect(dumped(String(key))).toMatchObject({
    assignee: planner?.displayName,
    priority: "Highest",
    dueDate: "2027-02-03",
  });
  const refused = { assignee: { accountId: "nobody" }, priority: { id: "9" }, duedate: "soon" };
  const { status, body } = await edit(refused);
  expect([status, Object.keys((body as { errors: object }).errors)]).toEqual([400, Object.keys(refused)]);
});
