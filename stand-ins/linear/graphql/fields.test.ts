import { randomUUID } from "node:crypto";
import { getNamedType, isLeafType, isObjectType } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { client } from "../client.ts";
import { type LinearStandIn, startLinear } from "../start.ts";
import { loadSchema } from "./schema.ts";

let standIn: LinearStandIn;
let linear: ReturnType<typeof client>;
const { schema } = loadSchema(false);

/** Creates a record of each type, so that no list is empty. */
beforeAll(async () => {
  standIn = await startLinear({ published: false });
  linear = client(standIn, standIn.token);
  const [a, b] = [await linear.project("a", { startDate: "2026-01-01" }), await linear.project("b")];
  const milestone = randomUUID();
  const initiative = randomUUID();
  const anchors = { type: "dependency", anchorType: "milestone", relatedAnchorType: "start" };
  await linear.sendEdits(
    "projectMilestoneCreate",
    "ProjectMilestoneCreateInput",
    { id: milestone, projectId: a, name: "m" },
    "",
  );
  const relation = { projectId: a, relatedProjectId: b, ...anchors, projectMilestoneId: milestone };
  await linear.sendEdits("projectRelationCreate", "ProjectRelationCreateInput", relation, "");
  await linear.sendEdits("initiativeCreate", "InitiativeCreateInput", { id: initiative, name: "i" }, "");
  const link = { initiativeId: initiative, projectId: a };
  await linear.sendEdits("initiativeToProjectCreate", "InitiativeToProjectCreateInput", link, "");
  const top = await linear.create("top", { projectId: a, projectMilestoneId: milestone });
  const child = await linear.create("child", { parentId: top.id });
  await linear.block(top.id, child.id);
  const attachment = { issueId: top.id, title: "t", url: "https://plans.test/1" };
  await linear.sendEdits("attachmentCreate", "AttachmentCreateInput", attachment, "");
  const webhook = { url: "http://127.0.0.1:9", resourceTypes: ["Comment"], teamId: "ENG" };
  await linear.sendEdits("webhookCreate", "WebhookCreateInput", webhook, "");
});
afterAll(() => standIn.close());

/** Selects everything below a field to that depth; lists with the first record only. */
function everything(typeName: string, depth: number): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return "";
  const parts = Object.values(type.getFields()).map((field) => {
    const named = getNamedType(field.type);
    if (isLeafType(named)) return field.name;
    if (depth === 0) return "";
    const list = field.args.length > 0;
    const below = list ? named.name.replace("Connection", "") : named.name;
    const inside = everything(below, depth - 1);
    return list ? `${field.name}(first: 1) { nodes { ${inside} } }` : `${field.name} { ${inside} }`;
  });
  return `{ ${parts.join(" ")} }`.replace(/^\{|\}$/g, "");
}

const lists = Object.values(schema.getQueryType()?.getFields() ?? {})
  .filter(
    ({ type, args }) => String(type).endsWith("Connection!") && args.every(({ name }) => name !== "url"),
  )
  .map(({ name, type }) => [name, getNamedType(type).name.replace("Connection", "")] as const);

it.each(lists)("every field below %s can be read", async (name, type) => {
  const got = await linear.data(`{ ${name}(first: 2) { nodes { ${everything(type, 1)} } } }`);
  expect((got[name] as { nodes: unknown[] }).nodes.length).toBeGreaterThan(0);
  expect(standIn.violations.splice(0)).toEqual([]);
});

it("every field below the viewer and the organization can be read", async () => {
  await linear.data(
    `{ viewer { ${everything("User", 1)} } organization { ${everything("Organization", 1)} } }`,
  );
  expect(standIn.violations.splice(0)).toEqual([]);
});
