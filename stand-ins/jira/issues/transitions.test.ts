import { afterAll, beforeAll, expect, it } from "vitest";
import { client } from "../client.ts";
import { project } from "../projects/project.ts";
import { type JiraStandIn, readerCredential, startJira } from "../start.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;

beforeAll(async () => {
  standIn = await startJira({ projects: [project("1", "PROJ"), project("2", "TM", { teamManaged: true })] });
  jira = client(standIn);
});
afterAll(async () => {
  expect(standIn.violations).toEqual([]);
  await standIn.close();
});

const dumped = (key: string) => standIn.dump().issues.find((issue) => issue.key === key);
const go = (key: string, id: string, fields?: object) =>
  jira.status("POST", `/issue/${key}/transitions`, { transition: { id }, ...(fields && { fields }) });

it("transitions are listed with the category they lead to; without permission there are none", async () => {
  const { key } = await jira.create("t");
  const read = async (as: typeof jira) =>
    (await as.fields(200, "GET", `/issue/${key}/transitions?expand=transitions.fields`)).transitions;
  expect(await read(jira)).toMatchObject([
    { id: "11", hasScreen: false, to: { statusCategory: { key: "new" } } },
    { id: "21", to: { statusCategory: { key: "indeterminate" } } },
    { id: "31", hasScreen: true, to: { statusCategory: { key: "done" } }, fields: { resolution: {} } },
  ]);
  expect(await read(client(standIn, readerCredential))).toEqual([]);
});

it("done brings a resolution, to open again takes it away", async () => {
  const { key } = await jira.create("t");
  expect(await go(key, "31", { resolution: { name: "Won't Do" } })).toBe(204);
  expect(dumped(key)).toMatchObject({ category: "done", resolution: "Won't Do" });
  expect(await go(key, "11")).toBe(204);
  expect(dumped(key)).toMatchObject({ category: "new", resolution: null });
  expect([await go(key, "31"), dumped(key)?.resolution]).toEqual([204, "Done"]);
});

it("an unknown transition, or a field that is not on its screen, is refused", async () => {
  const { key } = await jira.create("t");
  expect([await go(key, "99"), await go(key, "21", { resolution: { name: "Done" } })]).toEqual([400, 400]);
  const other = await jira.create("t", { project: { key: "TM" } }, "Task");
  expect(await go(other.key, "31", { resolution: { name: "Done" } })).toBe(400);
  expect([await go(other.key, "31"), dumped(other.key)?.category]).toEqual([204, "done"]);
});

it("without permission a transition is 400", async () => {
  const { key } = await jira.create("t");
  const reader = client(standIn, readerCredential);
  expect(await reader.status("POST", `/issue/${key}/transitions`, { transition: { id: "31" } })).toBe(400);
});
