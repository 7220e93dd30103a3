import { afterAll, beforeAll, expect, it } from "vitest";
import { client } from "../client.ts";
import { germanTypes, issueTypes, project } from "../projects/project.ts";
import { type JiraStandIn, startJira } from "../start.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;

beforeAll(async () => {
  standIn = await startJira({
    projects: [
      project("1", "PROJ"),
      project("2", "MOVE"),
      project("3", "TM", { teamManaged: true }),
      project("4", "FLAT", { types: issueTypes.filter(({ level }) => level < 1) }),
      project("5", "DE", { types: germanTypes }),
    ],
  });
  jira = client(standIn);
});
afterAll(async () => {
  expect(standIn.violations).toEqual([]);
  await standIn.close();
});

const parentOf = (key: string) => standIn.dump().issues.find((issue) => issue.key === key)?.parent;
const errors = async (type: string, fields: object) =>
  (await jira.send("POST", "/issue", jira.issue("t", { ...fields }, type))).body;

it("an epic holds stories, a story holds sub-tasks", async () => {
  const epic = await jira.create("e", {}, "Epic");
  const story = await jira.create("s", { parent: { key: epic.key } });
  const part = await jira.create("p", { parent: { id: story.id } }, "Sub-task");
  expect([parentOf(story.key), parentOf(part.key)]).toEqual([epic.key, story.key]);
  expect(await jira.fields(200, "GET", `/issue/${story.key}`)).toMatchObject({
    fields: { parent: { key: epic.key }, subtasks: [{ key: part.key }] },
  });
});

it("a parent of another level than the next one is refused", async () => {
  const epic = await jira.create("e", {}, "Epic");
  const story = await jira.create("s");
  const part = await jira.create("p", { parent: { key: story.key } }, "Sub-task");
  const wrong = { errors: { parentId: expect.any(String) } };
  expect(await errors("Epic", { parent: { key: epic.key } })).toMatchObject(wrong);
  expect(await errors("Story", { parent: { key: story.key } })).toMatchObject(wrong);
  expect(await errors("Sub-task", { parent: { key: epic.key } })).toMatchObject(wrong);
  expect(await errors("Sub-task", { parent: { key: part.key } })).toMatchObject(wrong);
});

it("a sub-task needs a parent, in the same project", async () => {
  expect(await errors("Sub-task", {})).toMatchObject({ errors: { parent: expect.any(String) } });
  const story = await jira.create("s");
  expect(await errors("Sub-task", { project: { key: "MOVE" }, parent: { key: story.key } })).toMatchObject({
    errors: { project: expect.any(String) },
  });
  expect(await errors("Story", { parent: { key: "PROJ-999" } })).toMatchObject({
    errors: { parent: expect.any(String) },
  });
});

it("an issue is no parent of itself or of those above it", async () => {
  const epic = await jira.create("e", {}, "Epic");
  const story = await jira.create("s", { parent: { key: epic.key } });
  for (const [child, parent] of [
    [epic, epic],
    [epic, story],
  ] as const)
    expect(
      (await jira.send("PUT", `/issue/${child.key}`, { fields: { parent: { key: parent.key } } })).body,
    ).toEqual({
      errorMessages: [],
      errors: { parentId: expect.stringContaining("its own parent") },
    });
});

it("a parent is changed, and removed by update.parent; a sub-task keeps one", async () => {
  const [one, two] = [await jira.create("1", {}, "Epic"), await jira.create("2", {}, "Epic")];
  const story = await jira.create("s", { parent: { key: one.key } });
  const part = await jira.create("p", { parent: { key: story.key } }, "Sub-task");
  const removal = { update: { parent: [{ set: { none: true } }] } };
  expect(await jira.status("PUT", `/issue/${story.key}`, { fields: { parent: { key: two.key } } })).toBe(204);
  expect(parentOf(story.key)).toBe(two.key);
  expect(await jira.status("PUT", `/issue/${story.key}`, { fields: { summary: "kept" } })).toBe(204);
  expect(parentOf(story.key)).toBe(two.key);
  expect(await jira.status("PUT", `/issue/${story.key}`, removal)).toBe(204);
  expect(parentOf(story.key)).toBe(null);
  expect(await jira.status("PUT", `/issue/${part.key}`, removal)).toBe(400);
  expect(await jira.status("PUT", `/issue/${story.key}`, { fields: { parent: null } })).toBe(400);
});

it("a story may have an epic of another project, but not in a team-managed one", async () => {
  const epic = await jira.create("e", {}, "Epic");
  await jira.create("s", { project: { key: "MOVE" }, parent: { key: epic.key } });
  expect(await errors("Task", { project: { key: "TM" }, parent: { key: epic.key } })).toMatchObject({
    errors: { project: expect.any(String) },
  });
});

it("a type changes to another of its level only", async () => {
  const { key } = await jira.create("s");
  const to = (id: string) => jira.status("PUT", `/issue/${key}`, { fields: { issuetype: { id } } });
  expect([await to("10002"), await to("10000")]).toEqual([204, 400]);
});

it("projects may lack epics, or name their types differently: the level distinguishes them", async () => {
  const types = async (key: string) => {
    const { issueTypes: listed } = await jira.fields(200, "GET", `/issue/createmeta/${key}/issuetypes`);
    return (listed as { name: string; hierarchyLevel: number; subtask: boolean }[]).map(
      ({ name, hierarchyLevel, subtask }) => `${name} ${hierarchyLevel} ${subtask}`,
    );
  };
  expect(await types("FLAT")).toEqual(["Story 0 false", "Task 0 false", "Sub-task -1 true"]);
  expect(await types("DE")).toEqual(["Epos 1 false", "Aufgabe 0 false", "Unteraufgabe -1 true"]);
  expect(await types("TM")).toEqual(["Epic 1 false", "Task 0 false", "Subtask -1 true"]);
});
