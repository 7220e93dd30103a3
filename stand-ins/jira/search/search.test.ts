import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../common/answers.ts";
import { client } from "../client.ts";
import { JiraRefusal } from "../refusals.ts";
import { type JiraStandIn, startJira } from "../start.ts";
import { parseJql } from "./jql.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;

beforeAll(async () => {
  standIn = await startJira({ limits: { indexDelayMs: 3_600_000 } });
  jira = client(standIn);
});
afterAll(async () => {
  expect(standIn.violations.filter(({ request }) => !request.includes("GET"))).toEqual([]);
  await standIn.close();
});

const ids = async (jql: string, more: JsonObject = {}) => {
  const { issues } = await jira.search(jql, more);
  return (issues as { id: string }[]).map(({ id }) => id);
};

it("an issue that was just written is not found until the index has caught up", async () => {
  const { id, key } = await jira.create("late", { labels: ["late"] });
  expect(await ids('labels = "late"')).toEqual([]);
  standIn.catchUp();
  expect(await ids('labels = "late"')).toEqual([id]);
  await jira.status("PUT", `/issue/${key}`, { fields: { labels: ["later"] } });
  expect([await ids("labels = late"), await ids("labels = later")]).toEqual([[id], []]);
  standIn.drift.delete(key);
  expect(await ids("labels = late")).toEqual([id]);
  standIn.catchUp();
  expect([await ids("labels = late"), await ids("labels = later")]).toEqual([[], []]);
});

it("the index catches up by itself", async () => {
  standIn.limits.indexDelayMs = 50;
  const { id } = await jira.create("soon", { labels: ["soon"] });
  standIn.limits.indexDelayMs = 3_600_000;
  await expect.poll(() => ids("labels = soon"), { interval: 20 }).toEqual([id]);
});

it("known ids can be reconciled, at most 50", async () => {
  const { id } = await jira.create("known", { labels: ["known"] });
  expect(await ids("labels = known", { reconcileIssues: [Number(id)] })).toEqual([id]);
  const many = Array.from({ length: 51 }, (_, i) => i);
  expect(await jira.status("POST", "/search/jql", { jql: "labels = known", reconcileIssues: many })).toBe(
    400,
  );
});

it("conditions are joined by AND; lists, ids, keys, parents, times and order are understood", async () => {
  const epic = await jira.create("q", { labels: ["q", "e"] }, "Epic");
  const a = await jira.create("q", { labels: ["q"], parent: { key: epic.key } });
  const b = await jira.create("q", { labels: ["q", "b"] });
  standIn.catchUp();
  const q = "project = PROJ AND labels = q";
  expect(await ids(`${q} ORDER BY created ASC, key`)).toEqual([epic.id, a.id, b.id]);
  expect(await ids(`${q} order by id desc`)).toEqual([b.id, a.id, epic.id]);
  expect(await ids('project in ("MOVE", 10000) and labels in (b, e) order by id')).toEqual([epic.id, b.id]);
  expect(await ids(`id in (${a.id}, ${b.id}) order by id`)).toEqual([a.id, b.id]);
  expect(await ids(`key in (${a.key}, ${b.key}) AND parent = ${epic.key}`)).toEqual([a.id]);
  expect(
    await ids(`${q} AND updated >= "-10m" AND created >= "2026-01-01 10:00" AND key = ${a.key}`),
  ).toEqual([a.id]);
  expect(await ids(`${q} AND created >= "2999/01/01"`)).toEqual([]);
});

it("only ids come back unless more is asked for", async () => {
  const { id, key } = await jira.create("shape", { labels: ["shape"] });
  await jira.status("PUT", `/issue/${key}/properties/mark`, 1);
  standIn.catchUp();
  expect((await jira.search("labels = shape")).issues).toEqual([{ id }]);
  expect(
    (await jira.search("labels = shape", { fields: ["summary"], properties: ["mark"] })).issues,
  ).toMatchObject([{ id, key, fields: { summary: "shape" }, properties: { mark: 1 } }]);
});

it("pages follow one another by token, which belongs to the query", async () => {
  for (let i = 0; i < 5; i++) await jira.create(`page ${i}`, { labels: ["page"] });
  standIn.catchUp();
  const jql = "labels = page";
  const found: unknown[] = [];
  let page = await jira.search(jql, { maxResults: 2 });
  found.push(...(page.issues as unknown[]));
  const token = page.nextPageToken;
  while (page.isLast === false) {
    page = await jira.search(jql, { maxResults: 2, nextPageToken: page.nextPageToken });
    found.push(...(page.issues as unknown[]));
  }
  expect(new Set(found.map((issue) => JSON.stringify(issue))).size).toBe(5);
  expect(await jira.status("POST", "/search/jql", { jql: "labels = other", nextPageToken: token })).toBe(400);
});

it("a page has at most 100 issues when fields are asked for, whatever its size", async () => {
  const issueUpdates = Array.from({ length: 50 }, (_, i) => jira.issue(`many ${i}`, { labels: ["many"] }));
  for (let i = 0; i < 3; i++) await jira.fields(201, "POST", "/issue/bulk", { issueUpdates });
  standIn.catchUp();
  const lengths = [["id"], ["summary"]].map(
    async (fields) => (await ids("labels = many", { fields, maxResults: 5000 })).length,
  );
  expect(await Promise.all(lengths)).toEqual([150, 100]);
});

it.each([
  ["no condition", "order by key"],
  ["nothing", ""],
  ["an unknown project", "project = NONE"],
  ["an unknown issue", "key = PROJ-99999"],
  ["a time as ISO 8601", 'updated >= "2026-01-01T10:00:00Z"'],
  ["an open bracket", "key in (PROJ-1"],
  ["an open quote", 'labels = "a'],
  ["two conditions side by side", "project = PROJ labels = a"],
])("JQL with %s is refused", async (_title, jql) => {
  expect(await jira.status("POST", "/search/jql", { jql })).toBe(400);
});

it("the old search is gone", async () => {
  expect(await jira.status("GET", "/search?jql=project%3DPROJ")).toBe(410);
  expect(await jira.status("POST", "/search", { jql: "project = PROJ" })).toBe(410);
});

const character = fc.constantFrom('"', "'", "\\", " ", "\n", "(", ",", "=", "a", "é", "\u{1f600}", "\ud800");

it("a quoted value is read as it was meant, whatever its characters", () => {
  fc.assert(
    fc.property(
      fc.array(character).map((all) => all.join("")),
      (text) => {
        const quoted = `"${text.replace(/[\\"]/g, "\\$&")}"`;
        expect(parseJql(`labels = ${quoted} AND project = P`).clauses[0]?.values).toEqual([text]);
      },
    ),
  );
});

it("any text is read or refused, never a failure", () => {
  const word = fc.constantFrom(
    "project",
    "=",
    "in",
    "(",
    ")",
    ",",
    "AND",
    "order",
    "by",
    "x",
    '"',
    " ",
    "-10m",
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      try {
        expect(parseJql(words.join(" ")).clauses.length).toBeGreaterThan(0);
      } catch (error) {
        if (!(error instanceof JiraRefusal)) throw error;
      }
    }),
  );
});
