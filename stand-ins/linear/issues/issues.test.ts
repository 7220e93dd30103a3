import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { client } from "../client.ts";
import { type LinearStandIn, startLinear } from "../start.ts";
import { tokens } from "../world.ts";

let standIn: LinearStandIn;
let linear: ReturnType<typeof client>;

beforeAll(async () => {
  standIn = await startLinear({ teams: [{ key: "ENG", estimation: "fibonacci" }, { key: "OPS" }] });
});
beforeEach(() => {
  linear = client(standIn, standIn.token);
});
// Requires every request to be valid by Linear's schema and known to the stand-in.
afterEach(() => expect(standIn.violations.splice(0)).toEqual([]));
afterAll(() => standIn.close());

const issueOf = (id: string) => standIn.dump().issues.find((issue) => issue.id === id);
const count = () => standIn.dump().issues.length;
const created = (input: Record<string, unknown>) =>
  linear.refusal("issueCreate", "IssueCreateInput", { teamId: standIn.teamId, title: "x", ...input });
const batch = (issues: Record<string, unknown>[]) => ({
  issues: issues.map((issue) => ({ teamId: standIn.teamId, title: "x", ...issue })),
});

it("an issue takes the client's id, and the next number of its team", async () => {
  const id = randomUUID();
  const first = await linear.create("first", { id });
  const second = await linear.create("second");
  expect(first.id).toBe(id);
  const number = ({ identifier }: { identifier: string }) => Number(/^ENG-(\d+)$/.exec(identifier)?.[1]);
  expect(number(second)).toBe(number(first) + 1);
  expect((await linear.data(`{ issue(id: "${first.identifier}") { id } }`)).issue).toEqual({ id });
});

it("an id that is no UUID of version 4 is refused", async () => {
  for (const id of ["1", "018f2b6e-1c1c-7abc-8def-0123456789ab"])
    expect(await created({ id })).toMatchObject([{ path: ["issueCreate"], extensions: { userError: true } }]);
});

it("a create with a used id fails, in changing forms, and creates nothing", async () => {
  const { id } = await linear.create("one");
  const before = count();
  const messages = new Set<string>();
  for (let i = 0; i < 3; i += 1) {
    const [failure] = await created({ id });
    expect(failure?.extensions.type).toBe("invalid input");
    messages.add(failure?.message ?? "");
  }
  expect([messages.size, count()]).toEqual([3, before]);
  standIn.unknowns.usedId = "same";
  expect(await linear.create("again", { id })).toMatchObject({ id });
  standIn.unknowns.usedId = "vary";
  expect([count(), issueOf(id)?.title]).toEqual([before, "one"]);
});

it("the id of a permanently deleted issue stays used", async () => {
  const { id } = await linear.create("short");
  await linear.data(
    `mutation { issueDelete(id: "${id}", permanentlyDelete: true) { success entity { id } } }`,
  );
  expect(issueOf(id)).toBeUndefined();
  expect(await created({ id })).toHaveLength(1);
  const member = client(standIn, tokens.member);
  const { id: other } = await linear.create("kept");
  const query = `mutation { issueDelete(id: "${other}", permanentlyDelete: true) { success } }`;
  expect(await member.failures(query)).toMatchObject([{ extensions: { type: "forbidden" } }]);
});

it("a description comes back normalised", async () => {
  const { id } = await linear.create("text", { description: "* a  \r\n+ b\n\n\n\n<!-- mark -->__c__\n" });
  expect(issueOf(id)?.description).toBe("- a\n- b\n\n**c**");
  const fenced = "```\n* kept  \n<!-- kept -->\n```";
  const got = await linear.update(id, { description: fenced }, "issue { description updatedAt }");
  expect(got.issue).toMatchObject({ description: fenced });
  await linear.update(id, { description: "" });
  expect(issueOf(id)?.description).toBeNull();
});

it("a batch is created entirely or not at all", async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  const wanted = "issues { id identifier title }";
  const input = batch([
    { id: a, title: "a" },
    { id: b, title: "b", parentId: null },
  ]);
  const got = await linear.sendEdits("issueBatchCreate", "IssueBatchCreateInput", input, wanted);
  expect(got.issues).toMatchObject([
    { id: a, title: "a" },
    { id: b, title: "b" },
  ]);
  const before = count();
  const number = issueOf(b)?.identifier;
  for (const bad of [{ id: a }, { estimate: 4 }, { parentId: randomUUID() }, { title: "" }]) {
    const failures = await linear.refusal("issueBatchCreate", "IssueBatchCreateInput", batch([{}, bad]));
    expect(failures).toMatchObject([{ path: ["issueBatchCreate"] }]);
  }
  const same = { id: randomUUID() };
  const twice = batch([same, same]);
  expect(await linear.refusal("issueBatchCreate", "IssueBatchCreateInput", twice)).toHaveLength(1);
  expect(count()).toBe(before);
  expect(Number((await linear.create("next")).identifier.slice(4))).toBe(Number(number?.slice(4)) + 1);
});

it("a parent from the same batch does not exist yet", async () => {
  const id = randomUUID();
  const input = batch([{ id }, { parentId: id }]);
  expect(await linear.refusal("issueBatchCreate", "IssueBatchCreateInput", input)).toHaveLength(1);
});

it("a batch of more than fifty is refused, to create and to update", async () => {
  const many = Array.from({ length: 51 }, () => ({}));
  expect(await linear.refusal("issueBatchCreate", "IssueBatchCreateInput", batch(many))).toHaveLength(1);
  const query =
    "mutation ($ids: [UUID!]!) { issueBatchUpdate(ids: $ids, input: { priority: 1 }) { success } }";
  const { id } = await linear.create("updated");
  expect(await linear.failures(query, { ids: Array.from(many, () => id) })).toHaveLength(1);
  await linear.data(query, { ids: [id] });
  expect((await linear.data(`{ issue(id: "${id}") { priority } }`)).issue).toEqual({ priority: 1 });
  expect(await linear.failures(query, { ids: [id, randomUUID()] })).toHaveLength(1);
});

it.each([
  ["an empty title", { title: "  " }],
  ["a title above the limit", { title: "x".repeat(256) }],
  ["a description above the limit", { description: "x".repeat(250_001) }],
  ["a null character", { description: "a\u0000b" }],
  ["an estimate outside the team's scale", { estimate: 4 }],
  ["an estimate of zero, where the team has none", { estimate: 0 }],
  ["a time in the future", { createdAt: "2999-01-01T00:00:00.000Z" }],
  ["an unknown team", { teamId: "11111111-1111-4111-8111-111111111111" }],
  ["an unknown project", { projectId: "11111111-1111-4111-8111-111111111111" }],
  ["an unknown state", { stateId: "11111111-1111-4111-8111-111111111111" }],
  ["an unknown label", { labelIds: ["11111111-1111-4111-8111-111111111111"] }],
])("%s is refused", async (_title, input) => {
  const before = count();
  const [failure] = await created(input);
  expect(failure?.extensions).toMatchObject({ type: "invalid input", userError: true });
  expect(failure?.extensions).toHaveProperty("code");
  expect(failure?.extensions).toHaveProperty("userPresentableMessage");
  expect(count()).toBe(before);
});

it("a team without estimates takes none, another takes those of its scale", async () => {
  const { teams } = await linear.data(
    "{ teams { nodes { id key issueEstimationType issueEstimationAllowZero } } }",
  );
  const ops = (teams as { nodes: { id: string; key: string }[] }).nodes.find(({ key }) => key === "OPS");
  expect(ops).toMatchObject({ issueEstimationType: "notUsed", issueEstimationAllowZero: false });
  expect(await created({ teamId: ops?.id, estimate: 1 })).toHaveLength(1);
  expect(issueOf((await linear.create("eight", { estimate: 8 })).id)?.estimate).toBe(8);
});

it("an issue cannot be its own parent or ancestor; a parent may be named by its identifier", async () => {
  const top = await linear.create("top");
  const child = await linear.create("child", { parentId: top.identifier });
  expect(issueOf(child.id)?.parent).toBe(top.identifier);
  for (const parentId of [top.id, child.id])
    await expect(linear.update(top.id, { parentId })).rejects.toThrow(/ancestor/);
  const got = await linear.data(`{ issue(id: "${top.id}") { children { nodes { id } } } }`);
  expect(got.issue).toEqual({ children: { nodes: [{ id: child.id }] } });
});

it("labels: groups, retired ones, those of another team and two of one group are refused", async () => {
  const ids = new Map(standIn.dump().labels.map(({ id, name }) => [name, id]));
  const of = (...names: string[]) => names.map((name) => ids.get(name));
  for (const labelIds of [of("Area"), of("Retired"), of("API", "Web")])
    expect(await created({ labelIds })).toMatchObject([{ extensions: { type: "invalid input" } }]);
  const ops = await linear.data('{ team(id: "OPS") { id } }');
  expect(await created({ teamId: (ops.team as { id: string }).id, labelIds: of("API") })).toHaveLength(1);
  const { id } = await linear.create("labelled", { labelIds: of("Bug") });
  await linear.update(id, { addedLabelIds: of("API"), removedLabelIds: of("Web") });
  expect(issueOf(id)?.labels).toEqual(["Bug", "API"]);
  await linear.update(id, { removedLabelIds: of("Bug") });
  expect(issueOf(id)?.labels).toEqual(["API"]);
});

it("archived and trashed issues are found by their id, and in lists only when asked for", async () => {
  const [a, b] = [await linear.create("archived"), await linear.create("trashed")];
  await linear.data(
    `mutation { issueArchive(id: "${a.id}") { success } issueDelete(id: "${b.id}") { success } }`,
  );
  expect([issueOf(a.id)?.archived, issueOf(a.id)?.trashed, issueOf(b.id)?.trashed]).toEqual([
    true,
    false,
    true,
  ]);
  const query = `query ($ids: [ID!]!, $all: Boolean!) {
    issues(filter: { id: { in: $ids } }, includeArchived: $all) { nodes { id trashed archivedAt } }
  }`;
  const listed = async (all: boolean) =>
    ((await linear.data(query, { ids: [a.id, b.id], all })).issues as { nodes: unknown[] }).nodes;
  expect(await listed(false)).toEqual([]);
  expect(await listed(true)).toMatchObject([
    { id: b.id, trashed: true },
    { id: a.id, trashed: null },
  ]);
  expect((await linear.data(`{ issue(id: "${b.id}") { trashed } }`)).issue).toEqual({ trashed: true });
  await linear.data(`mutation { issueUnarchive(id: "${b.id}") { success } }`);
  expect(await listed(false)).toMatchObject([{ id: b.id }]);
});

it("lists are filtered, in pages, newest first; a page above 250 is refused", async () => {
  const projectId = await linear.project("paged");
  const ids: string[] = [];
  for (const title of ["a", "b", "c"]) ids.unshift((await linear.create(title, { projectId })).id);
  const query = `query ($filter: IssueFilter, $after: String, $first: Int) {
    issues(filter: $filter, first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
  }`;
  type Page = { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  const page = async (given: Record<string, unknown>) => (await linear.data(query, given)).issues as Page;
  const filter = { project: { id: { eq: projectId } }, team: { key: { eq: "ENG" } } };
  const first = await page({ filter, first: 2 });
  const second = await page({ filter, first: 2, after: first.pageInfo.endCursor });
  expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(ids);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  const since = issueOf(ids[1] ?? "")?.updatedAt ?? "";
  await linear.update(ids[2] ?? "", { title: "changed" });
  const changed = await page({ filter: { ...filter, updatedAt: { gt: since }, title: { eq: "changed" } } });
  expect(changed.nodes).toEqual([{ id: ids[2] }]);
  expect(await linear.failures(query, { first: 251 })).toHaveLength(1);
  expect(await linear.failures(query, { after: "nowhere" })).toHaveLength(1);
});

it("an update moves updatedAt on, and one that changes nothing does not", async () => {
  const { id } = await linear.create("still");
  const at = issueOf(id)?.updatedAt ?? "";
  await linear.update(id, { title: "still" });
  expect(issueOf(id)?.updatedAt).toBe(at);
  await linear.update(id, { title: "moved" });
  expect((issueOf(id)?.updatedAt ?? "") > at).toBe(true);
});

it("a missing entity is an input error, in changing forms", async () => {
  const messages = new Set<string>();
  for (let i = 0; i < 2; i += 1) {
    const [failure] = await linear.failures(`{ issue(id: "${randomUUID()}") { id } }`);
    expect(failure).toMatchObject({
      path: ["issue"],
      extensions: { code: "INPUT_ERROR", type: "invalid input" },
    });
    messages.add(failure?.message ?? "");
  }
  expect(messages.size).toBe(2);
});

it("mutations of one document run in order; the first failure ends them and leaves no data", async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  const one = (id: string, title: string) =>
    `issueCreate(input: { id: "${id}", teamId: "${standIn.teamId}", title: "${title}" }) { issue { id } }`;
  const { status, body } = await linear.send(`mutation {
    first: ${one(a, "done")}
    second: ${one(a, "used")}
    third: ${one(b, "never")}
  }`);
  expect([status, body.data]).toEqual([200, null]);
  expect(body.errors).toMatchObject([{ path: ["second"] }]);
  expect([issueOf(a)?.title, issueOf(b)]).toEqual(["done", undefined]);
});

it("a full workspace refuses new issues", async () => {
  standIn.limits.issues = standIn.dump().issues.filter(({ archived }) => !archived).length;
  const refused = await created({});
  standIn.limits.issues = Number.POSITIVE_INFINITY;
  expect(refused).toMatchObject([{ extensions: { type: "usage limit exceeded" } }]);
});

it("an issue is assigned to a user of the workspace only, with a priority from 0 to 4", async () => {
  const { id } = await linear.create("details");
  expect(issueOf(id)).toMatchObject({ assignee: null, priority: 0, dueDate: null });
  for (const input of [{ assigneeId: randomUUID() }, { priority: 7 }])
    expect(await created(input)).toMatchObject([{ extensions: { userError: true } }]);
});
