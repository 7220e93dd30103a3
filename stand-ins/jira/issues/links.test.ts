import { afterAll, beforeAll, expect, it } from "vitest";
import { client } from "../client.ts";
import { type JiraStandIn, readerCredential, startJira } from "../start.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;

beforeAll(async () => {
  standIn = await startJira({ limits: { links: 3 } });
  jira = client(standIn);
});
afterAll(async () => {
  expect(standIn.violations).toEqual([]);
  await standIn.close();
});

const pair = async () => [await jira.create("blocker"), await jira.create("blocked")] as const;
const blockedBy = (key: string) => standIn.dump().issues.find((issue) => issue.key === key)?.blockedBy;

it("the inward issue blocks the outward one, and each end shows the other", async () => {
  const [a, b] = await pair();
  const { status, body } = await jira.block(a.key, b.key);
  expect([status, body]).toEqual([201, undefined]);
  expect(blockedBy(b.key)).toEqual([a.key]);
  const shown = async (key: string) =>
    (await jira.fields(200, "GET", `/issue/${key}?fields=issuelinks`)).fields as { issuelinks: object[] };
  const type = { name: "Blocks", inward: "is blocked by", outward: "blocks" };
  const [ofA, ofB] = [await shown(a.key), await shown(b.key)];
  expect(ofA).toMatchObject({
    issuelinks: [{ id: expect.stringMatching(/^\d+$/), type, outwardIssue: { key: b.key } }],
  });
  expect(ofB).toMatchObject({ issuelinks: [{ type, inwardIssue: { key: a.key } }] });
  expect(ofA.issuelinks[0]).not.toHaveProperty("inwardIssue");
});

it("an existing link is answered like a new one; the reverse one is another", async () => {
  const [a, b] = await pair();
  const before = standIn.dump().links.length;
  expect([(await jira.block(a.key, b.key)).status, (await jira.block(a.key, b.key)).status]).toEqual([
    201, 201,
  ]);
  expect(standIn.dump().links).toHaveLength(before + 1);
  await jira.block(b.key, a.key);
  expect(standIn.dump().links).toHaveLength(before + 2);
});

it("a link is read and deleted by its id, once", async () => {
  const [a, b] = await pair();
  await jira.block(a.key, b.key);
  const id = standIn.dump().links.at(-1)?.id;
  expect(await jira.fields(200, "GET", `/issueLink/${id}`)).toMatchObject({
    inwardIssue: { key: a.key },
    outwardIssue: { key: b.key },
  });
  expect([
    await jira.status("DELETE", `/issueLink/${id}`),
    await jira.status("DELETE", `/issueLink/${id}`),
  ]).toEqual([204, 404]);
  expect(blockedBy(b.key)).toEqual([]);
  expect(await jira.status("DELETE", "/issueLink/x")).toBe(400);
});

it("a link to itself is refused", async () => {
  const { key } = await jira.create("alone");
  expect((await jira.block(key, key)).status).toBe(400);
});

it("an unknown type, an unknown end or no permission is 404", async () => {
  const [a, b] = await pair();
  const ends = { inwardIssue: { key: a.key }, outwardIssue: { key: b.key } };
  expect(await jira.status("POST", "/issueLink", { type: { name: "Eats" }, ...ends })).toBe(404);
  expect((await jira.block(a.key, "PROJ-9999")).status).toBe(404);
  const reader = client(standIn, readerCredential);
  expect((await reader.block(a.key, b.key)).status).toBe(404);
});

it("beyond the link limit of an issue it is 413", async () => {
  const { key } = await jira.create("popular");
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await jira.block((await jira.create(`b${i}`)).key, key)).status);
  expect(statuses).toEqual([201, 201, 201, 413]);
});

it("types may have other names, and linking may be off", async () => {
  const linkTypes = [{ id: "7", name: "Blockiert", inward: "wird blockiert von", outward: "blockiert" }];
  const german = await startJira({ linkTypes });
  expect(await client(german).fields(200, "GET", "/issueLinkType")).toMatchObject({
    issueLinkTypes: linkTypes,
  });
  await german.close();
  const off = await startJira();
  const ask = client(off);
  const [a, b] = [await ask.create("a"), await ask.create("b")];
  off.drift.disableLinking();
  expect([await ask.status("GET", "/issueLinkType"), (await ask.block(a.key, b.key)).status]).toEqual([
    404, 404,
  ]);
  await off.close();
});
