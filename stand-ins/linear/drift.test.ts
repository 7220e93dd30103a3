import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { client } from "./client.ts";
import { type LinearStandIn, startLinear } from "./start.ts";
import { tokens } from "./world.ts";

let standIn: LinearStandIn;
let linear: ReturnType<typeof client>;

beforeAll(async () => {
  standIn = await startLinear({ published: false });
  linear = client(standIn, standIn.token);
});
afterEach(() => expect(standIn.violations.splice(0)).toEqual([]));
afterAll(() => standIn.close());

const issueOf = (id: string) => standIn.dump().issues.find((issue) => issue.id === id);

it("a user edits an issue: the fields, and its time", async () => {
  const [parent, { id }] = [await linear.create("parent"), await linear.create("mine")];
  const before = issueOf(id)?.updatedAt ?? "";
  const edit = {
    title: "theirs",
    description: "* new",
    estimate: 5,
    labels: ["Bug"],
    parent: parent.identifier,
  };
  standIn.drift.edit(id, { ...edit, state: "In Progress" });
  expect(issueOf(id)).toMatchObject({ ...edit, description: "- new", state: "In Progress" });
  expect((issueOf(id)?.updatedAt ?? "") > before).toBe(true);
  expect(() => standIn.drift.edit(id, { state: "Nowhere" })).toThrow(/Nowhere/);
});

it("a user starts, closes and reopens an issue", async () => {
  const { id } = await linear.create("work");
  const query = `{ issue(id: "${id}") { startedAt completedAt } }`;
  const types = [];
  for (const act of ["start", "close", "reopen"] as const) {
    standIn.drift[act](id);
    types.push(issueOf(id)?.stateType);
  }
  expect(types).toEqual(["started", "completed", "unstarted"]);
  expect((await linear.data(query)).issue).toEqual({ startedAt: null, completedAt: null });
  standIn.drift.close(id);
  expect((await linear.data(query)).issue).toMatchObject({ completedAt: expect.stringMatching(/^\d{4}-/) });
});

it("a user archives, trashes and restores an issue, and after a month it is gone", async () => {
  const { id } = await linear.create("old");
  const flags = () => [issueOf(id)?.archived, issueOf(id)?.trashed];
  standIn.drift.archive(id);
  expect(flags()).toEqual([true, false]);
  standIn.drift.trash(id);
  expect(flags()).toEqual([true, true]);
  standIn.drift.unarchive(id);
  expect(flags()).toEqual([false, false]);
  const child = await linear.create("child", { parentId: id });
  await linear.block(id, child.id);
  standIn.drift.destroy(id);
  expect(await linear.failures(`{ issue(id: "${id}") { id } }`)).toHaveLength(1);
  expect(issueOf(child.id)).toMatchObject({ parent: null, blockedBy: [] });
});

it("an issue that moves to another team keeps its id, changes its identifier and is found by both", async () => {
  const label = standIn.dump().labels.find(({ name }) => name === "API")?.id;
  const { id, identifier } = await linear.create("wanderer", { labelIds: [label] });
  standIn.drift.close(id);
  standIn.drift.moveToTeam(id, "OPS");
  expect(issueOf(id)).toMatchObject({
    team: "OPS",
    previousIdentifiers: [identifier],
    labels: [],
    stateType: "completed",
  });
  const now = issueOf(id)?.identifier ?? "";
  expect(now).toMatch(/^OPS-\d+$/);
  for (const name of [now, identifier])
    expect((await linear.data(`{ issue(id: "${name}") { id } }`)).issue).toEqual({ id });
});

it("a user removes a relation", async () => {
  const [a, b] = [await linear.create("a"), await linear.create("b")];
  await linear.block(a.id, b.id);
  standIn.drift.removeRelation(a.identifier, b.identifier);
  expect(issueOf(b.id)?.blockedBy).toEqual([]);
  expect(() => standIn.drift.removeRelation(a.id, b.id)).toThrow(/no relation/);
});

it("a user edits, archives and trashes a project", async () => {
  const id = await linear.project("plan", { content: "mine" });
  const project = () => standIn.dump().projects.find((one) => one.id === id);
  standIn.drift.editProject(id, { name: "theirs", content: "* theirs" });
  expect(project()).toMatchObject({ name: "theirs", content: "- theirs" });
  standIn.drift.archiveProject(id);
  expect(project()).toMatchObject({ archived: true, trashed: false });
  await expect(linear.create("late", { projectId: id })).rejects.toThrow(/archived/);
  standIn.drift.trashProject(id);
  expect(project()).toMatchObject({ trashed: true });
});

it("a key loses its right to write, gets it back, and is revoked", async () => {
  const member = client(standIn, tokens.member);
  standIn.drift.setAccess(tokens.member, "read");
  await expect(member.create("no")).rejects.toThrow(/forbidden/);
  standIn.drift.setAccess(tokens.member, "write");
  await member.create("yes");
  standIn.drift.revoke(tokens.member);
  expect((await member.send("{ viewer { id } }")).status).toBe(401);
});

it("an archived team takes no new issues; existing ones can be changed", async () => {
  const other = await startLinear({ published: false });
  const asking = client(other, other.token);
  const { id } = await asking.create("before");
  other.drift.archiveTeam("ENG");
  await expect(asking.create("after", { id: randomUUID() })).rejects.toThrow(/retired/);
  await asking.update(id, { title: "changed" });
  expect(other.dump().issues.map(({ title }) => title)).toEqual(["changed"]);
  await other.close();
});
