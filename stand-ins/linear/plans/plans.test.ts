import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { client } from "../client.ts";
import { type LinearStandIn, startLinear } from "../start.ts";
import { tokens } from "../world.ts";

let standIn: LinearStandIn;
let linear: ReturnType<typeof client>;

beforeAll(async () => {
  standIn = await startLinear();
  linear = client(standIn, standIn.token);
});
// Requires every request to be valid by Linear's schema and known to the stand-in.
afterEach(() => expect(standIn.violations.splice(0)).toEqual([]));
afterAll(() => standIn.close());

const projectOf = (id: string) => standIn.dump().projects.find((project) => project.id === id);
const issueOf = (id: string) => standIn.dump().issues.find((issue) => issue.id === id);
const relating = (issueId: string, relatedIssueId: string, more: Record<string, unknown> = {}) =>
  linear.refusal("issueRelationCreate", "IssueRelationCreateInput", {
    issueId,
    relatedIssueId,
    type: "blocks",
    ...more,
  });

it("a project takes the client's id and keeps its text in content, normalised", async () => {
  const id = randomUUID();
  expect(await linear.project("plan", { id, content: "* a  \n", description: "short" })).toBe(id);
  expect(projectOf(id)).toMatchObject({ name: "plan", content: "- a", description: "short", teams: ["ENG"] });
  const query = `mutation ($id: String!, $input: ProjectUpdateInput!) {
    projectUpdate(id: $id, input: $input) { project { content updatedAt } }
  }`;
  const { projectUpdate } = await linear.data(query, { id, input: { content: "b <!-- c -->" } });
  expect(projectUpdate).toMatchObject({ project: { content: "b" } });
  const got = `{ project(id: "${id}") { status { name type } teams { nodes { key } } issues { nodes { id } } } }`;
  expect((await linear.data(got)).project).toMatchObject({
    status: { type: "backlog" },
    issues: { nodes: [] },
  });
});

it.each([
  ["an empty name", { name: " " }],
  ["a name above the limit", { name: "x".repeat(256) }],
  ["a description above the limit", { description: "x".repeat(256) }],
  ["no team", { teamIds: [] }],
  ["an unknown team", { teamIds: [randomUUID()] }],
  ["an unknown status", { statusId: randomUUID() }],
])("a project with %s is refused", async (_title, input) => {
  const before = standIn.dump().projects.length;
  const given = { name: "x", teamIds: [standIn.teamId], ...input };
  const [failure] = await linear.refusal("projectCreate", "ProjectCreateInput", given);
  expect(failure?.extensions.type).toBe("invalid input");
  expect(standIn.dump().projects).toHaveLength(before);
});

it("an archived project takes no issues, and a deleted one is trashed", async () => {
  const id = await linear.project("old");
  await linear.data(`mutation { projectDelete(id: "${id}") { success entity { id archivedAt } } }`);
  expect(projectOf(id)).toMatchObject({ archived: true, trashed: true });
  await expect(linear.create("late", { projectId: id })).rejects.toThrow(/archived/);
  await linear.data(`mutation { projectUnarchive(id: "${id}") { success } }`);
  const issue = await linear.create("in time", { projectId: id });
  expect(issueOf(issue.id)?.project).toBe(id);
});

it("projects relate: an unknown kind, themselves, and the same again are refused", async () => {
  const [a, b] = [await linear.project("a"), await linear.project("b")];
  const kind = { type: "dependency", anchorType: "end", relatedAnchorType: "start" };
  const input = { id: randomUUID(), projectId: a, relatedProjectId: b, ...kind };
  const type = "ProjectRelationCreateInput";
  await linear.sendEdits("projectRelationCreate", type, input, "projectRelation { id }");
  expect(projectOf(b)?.blockedBy).toEqual([a]);
  const { project } = await linear.data(
    `{ project(id: "${a}") { relations { nodes { id relatedProject { id } } } inverseRelations { nodes { id } } } }`,
  );
  expect(project).toEqual({
    relations: { nodes: [{ id: input.id, relatedProject: { id: b } }] },
    inverseRelations: { nodes: [] },
  });
  for (const bad of [{}, { id: null }, { id: null, relatedProjectId: a }, { id: null, type: "before" }])
    expect(await linear.refusal("projectRelationCreate", type, { ...input, ...bad })).toHaveLength(1);
  await linear.data(`mutation { projectRelationDelete(id: "${input.id}") { success } }`);
  expect(projectOf(b)?.blockedBy).toEqual([]);
});

it("milestones belong to a project, and so do their issues", async () => {
  const [a, b] = [await linear.project("with"), await linear.project("without")];
  const input = { id: randomUUID(), projectId: a, name: "part" };
  await linear.sendEdits(
    "projectMilestoneCreate",
    "ProjectMilestoneCreateInput",
    input,
    "projectMilestone { id }",
  );
  const { id } = await linear.create("in it", { projectId: a, projectMilestoneId: input.id });
  expect(issueOf(id)?.milestone).toBe(input.id);
  await expect(linear.create("not", { projectId: b, projectMilestoneId: input.id })).rejects.toThrow();
});

it("initiatives gather projects, each once", async () => {
  const project = await linear.project("gathered");
  const id = randomUUID();
  await linear.sendEdits(
    "initiativeCreate",
    "InitiativeCreateInput",
    { id, name: "all" },
    "initiative { id url }",
  );
  const input = { initiativeId: id, projectId: project };
  const type = "InitiativeToProjectCreateInput";
  await linear.sendEdits("initiativeToProjectCreate", type, input, "initiativeToProject { id }");
  expect(standIn.dump().initiatives).toEqual([{ id, name: "all", projects: [project] }]);
  expect(await linear.refusal("initiativeToProjectCreate", type, input)).toHaveLength(1);
  await linear.data(`mutation { initiativeDelete(id: "${id}") { success } }`);
  expect(await linear.data("{ initiatives { nodes { id } } }")).toEqual({ initiatives: { nodes: [] } });
});

it("a relation is seen from both ends and can be deleted", async () => {
  const [needed, waiting] = [await linear.create("needed"), await linear.create("waiting")];
  const id = randomUUID();
  expect(await linear.block(needed.identifier, waiting.id, { id })).toBe(id);
  expect(issueOf(waiting.id)?.blockedBy).toEqual([needed.identifier]);
  const query = `{ issue(id: "${waiting.id}") {
    relations { nodes { id } } inverseRelations { nodes { id type issue { id } } }
  } }`;
  expect((await linear.data(query)).issue).toEqual({
    relations: { nodes: [] },
    inverseRelations: { nodes: [{ id, type: "blocks", issue: { id: needed.id } }] },
  });
  await linear.data(`mutation { issueRelationDelete(id: "${id}") { success entityId } }`);
  expect(issueOf(waiting.id)?.blockedBy).toEqual([]);
  expect(await linear.failures(`mutation { issueRelationDelete(id: "${id}") { success } }`)).toHaveLength(1);
});

it("relations: the same again, with itself, with an unknown issue, and with a used id are refused", async () => {
  const [a, b] = [await linear.create("a"), await linear.create("b")];
  const id = await linear.block(a.id, b.id);
  expect(await relating(a.id, b.id)).toMatchObject([{ extensions: { type: "invalid input" } }]);
  expect(await relating(a.id, a.id)).toHaveLength(1);
  expect(await relating(a.id, randomUUID())).toHaveLength(1);
  expect(await relating(b.id, a.id, { id })).toHaveLength(1);
  standIn.unknowns.sameRelation = "same";
  expect(await linear.block(a.id, b.id, { id: randomUUID() })).toBe(id);
  standIn.unknowns.sameRelation = "refuse";
  expect(issueOf(a.id)?.relations).toEqual([{ id, type: "blocks", related: b.identifier }]);
});

it("a relation moves the updatedAt of both issues, unless the site is configured not to", async () => {
  const [a, b, c] = [await linear.create("a"), await linear.create("b"), await linear.create("c")];
  const times = () => [a, b, c].map(({ id }) => issueOf(id)?.updatedAt ?? "");
  const before = times();
  await linear.block(a.id, b.id);
  const after = times();
  expect(after.map((time, i) => time > (before[i] ?? ""))).toEqual([true, true, false]);
  standIn.unknowns.noisyUpdatedAt = false;
  await linear.block(b.id, c.id);
  standIn.unknowns.noisyUpdatedAt = true;
  expect(times()).toEqual(after);
});

it("an attachment of the same address on the same issue is updated and keeps its id", async () => {
  const [a, b] = [await linear.create("a"), await linear.create("b")];
  const url = "https://plans.test/specs/1";
  const attach = async (issueId: string, title: string, metadata: Record<string, unknown> = {}) => {
    const input = { issueId, title, url, metadata, id: randomUUID() };
    const got = await linear.sendEdits(
      "attachmentCreate",
      "AttachmentCreateInput",
      input,
      "attachment { id }",
    );
    return (got.attachment as { id: string }).id;
  };
  const first = await attach(a.id, "one", { spec: "S-1" });
  expect(await attach(a.id, "two", { spec: "S-1" })).toBe(first);
  const other = await attach(b.identifier, "three");
  expect(issueOf(a.id)?.attachments).toEqual([{ id: first, url, title: "two", metadata: { spec: "S-1" } }]);
  const query = `query ($url: String!) { attachmentsForURL(url: $url) { nodes { id issue { id } } } }`;
  expect((await linear.data(query, { url })).attachmentsForURL).toEqual({
    nodes: [
      { id: other, issue: { id: b.id } },
      { id: first, issue: { id: a.id } },
    ],
  });
  await expect(attach(a.id, "nested", { deep: {} })).rejects.toThrow(/string and number/);
});

it("labels are created for a team or the workspace; a name is used once, whatever its case", async () => {
  const make = (input: Record<string, unknown>) =>
    linear.sendEdits(
      "issueLabelCreate",
      "IssueLabelCreateInput",
      input,
      "issueLabel { id name team { id } }",
    );
  const { issueLabel } = await make({ name: "plan", teamId: standIn.teamId });
  expect(issueLabel).toMatchObject({ name: "plan", team: { id: standIn.teamId } });
  expect(await make({ name: "wide" })).toMatchObject({ issueLabel: { team: null } });
  for (const name of ["PLAN", "Wide", " "])
    await expect(make({ name, teamId: standIn.teamId })).rejects.toThrow();
});

it("webhooks are created by admins, for one team or for all public ones", async () => {
  const make = { url: "https://plans.test/hook", resourceTypes: ["Issue"], secret: "s" };
  const wanted = "webhook { id enabled secret team { key } }";
  const type = "WebhookCreateInput";
  for (const bad of [{}, { allPublicTeams: true, teamId: standIn.teamId }, { teamId: "ENG", url: "nowhere" }])
    expect(await linear.refusal("webhookCreate", type, { ...make, ...bad })).toHaveLength(1);
  const member = client(standIn, tokens.member);
  expect(await member.refusal("webhookCreate", type, { ...make, teamId: "ENG" })).toMatchObject([
    { extensions: { type: "forbidden" } },
  ]);
  const got = await linear.sendEdits("webhookCreate", type, { ...make, teamId: "ENG" }, wanted);
  expect(got.webhook).toMatchObject({ enabled: true, secret: "s", team: { key: "ENG" } });
});
