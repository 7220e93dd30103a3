import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, paragraph } from "./client.ts";
import { loadAdf } from "./issues/adf.ts";
import { loadOpenApi, publishedOpenApi } from "./openapi.ts";
import { type JiraStandIn, startJira } from "./start.ts";

const absent = !existsSync(publishedOpenApi);
const api = "/rest/api/3";

it("without the published schemas there is no validation", () => {
  const nowhere = new URL("file:///nowhere/schema.json");
  expect([loadOpenApi(nowhere), loadAdf(nowhere)]).toEqual([undefined, undefined]);
});

describe.skipIf(absent)("against Jira's published schemas (skipped if ../shared is absent)", () => {
  let standIn: JiraStandIn;
  let jira: ReturnType<typeof client>;
  const openApi = loadOpenApi();

  beforeAll(async () => {
    standIn = await startJira();
    jira = client(standIn);
  });
  afterAll(() => standIn.close());

  const problems = (method: string, path: string, body?: unknown) =>
    openApi?.request(method, api + path, body);

  it.each([
    ["an unknown member of a body", "POST", "/issue", { field: {} }, "body/field is unknown"],
    ["fields of the wrong type", "POST", "/issue", { fields: [] }, "body/fields"],
    [
      "an unknown operation",
      "PUT",
      "/issue/P-1",
      { update: { labels: [{ push: "a" }] } },
      "body/update/labels/0",
    ],
    ["a property with a name", "POST", "/issue", { properties: [{ name: "a" }] }, "body/properties/0"],
    ["a link without an end", "POST", "/issueLink", { type: {}, inwardIssue: {} }, "outwardIssue"],
    ["a fetch without ids", "POST", "/issue/bulkfetch", { fields: ["summary"] }, "issueIdsOrKeys"],
    [
      "ids to reconcile as texts",
      "POST",
      "/search/jql",
      { jql: "", reconcileIssues: ["1"] },
      "body/reconcileIssues/0",
    ],
    ["startAt in the new search", "POST", "/search/jql", { jql: "", startAt: 1 }, "body/startAt is unknown"],
    ["a missing body", "POST", "/issue", undefined, "a body is required"],
    ["a body where there is none", "GET", "/myself", {}, "a body where"],
    ["an unknown parameter", "GET", "/issue/P-1?field=summary", undefined, "query field is unknown"],
    [
      "a parameter of the wrong type",
      "GET",
      "/project/search?maxResults=many",
      undefined,
      "query maxResults",
    ],
    ["a parameter out of its list", "GET", "/project/search?status=live,dead", undefined, "query status"],
    ["an unknown path", "GET", "/issues", undefined, "not in the OpenAPI"],
  ])("%s is a violation", (_title, method, path, body, named) => {
    expect(problems(method, path, body)?.join()).toContain(named);
  });

  it("lists in a query are no violation", () => {
    expect(problems("GET", "/issue/P-1?fields=summary,-labels&properties=a&properties=b")).toEqual([]);
    expect(problems("GET", "/project/search?keys=A,B&status=live,archived&maxResults=100")).toEqual([]);
  });

  it("violations of requests that arrive are collected, those of correct ones are not", async () => {
    expect(standIn.validating).toBe(true);
    await jira.create("right", { description: paragraph("text") });
    expect(standIn.violations).toEqual([]);
    await jira.status("POST", "/issue", { ...jira.issue("wrong"), more: 1 });
    expect(standIn.violations.splice(0)).toEqual([
      { request: `POST ${api}/issue`, problems: ["body/more is unknown"] },
    ]);
  });

  const doc = (...content: object[]) => ({ type: "doc", version: 1, content });
  const list = (...content: object[]) => ({ type: "bulletList", content: [{ type: "listItem", content }] });
  const text = (text: string, ...marks: object[]) => ({
    type: "text",
    text,
    ...(marks.length > 0 && { marks }),
  });

  it.each([
    ["a heading in a list", doc(list({ type: "heading", attrs: { level: 1 }, content: [text("a")] }))],
    ["an empty text", doc({ type: "paragraph", content: [text("")] })],
    [
      "code that is bold",
      doc({ type: "paragraph", content: [text("a", { type: "code" }, { type: "strong" })] }),
    ],
    ["an unknown node", doc({ type: "aside", content: [] })],
    ["no version", { type: "doc", content: [] }],
  ])("a document with %s is a violation, and refused wherever it stands", async (_title, description) => {
    const wrong = jira.issue("wrong", { description });
    const { key } = await jira.create("right");
    const comment = {
      type: { name: "Blocks" },
      inwardIssue: { key },
      outwardIssue: { key },
      comment: { body: description },
    };
    const edit = { update: { description: [{ set: description }] } };
    expect(await jira.status("POST", "/issue", wrong)).toBe(400);
    expect(await jira.status("POST", "/issue/bulk", { issueUpdates: [jira.issue("right"), wrong] })).toBe(
      201,
    );
    expect(await jira.status("PUT", `/issue/${key}`, edit)).toBe(400);
    await jira.status("POST", "/issueLink", comment);
    const where = standIn.violations.splice(0).map(({ problems: [first] }) => first?.split(":")[0]);
    expect(where).toEqual([
      "body/fields/description",
      "body/issueUpdates/1/fields/description",
      "body/update/description/0/set",
      "body/comment/body",
    ]);
  });

  it("the stand-in's own answers are as published", async () => {
    const wrong: string[] = [];
    const ask = async (method: string, path: string, body?: unknown) => {
      const got = await jira.send(method, path, body);
      const found = openApi?.answer(method, api + path, got.status, got.body) ?? [];
      wrong.push(...found.map((it) => `${method} ${path}: ${it}`));
      return got.body;
    };
    const epic = await jira.create("e", {}, "Epic");
    const story = await jira.create("s", { parent: { key: epic.key }, description: paragraph("a") });
    const other = await jira.create("o");
    const ends = { inwardIssue: { key: story.key }, outwardIssue: { key: other.key } };
    await ask("GET", "/myself");
    await ask("GET", "/serverInfo");
    await ask("GET", "/mypermissions?permissions=BROWSE_PROJECTS,EDIT_ISSUES");
    await ask("GET", "/project/search");
    await ask("GET", "/project/PROJ");
    await ask("GET", "/project/NONE");
    await ask("GET", "/issue/createmeta/PROJ/issuetypes");
    await ask("GET", "/issue/createmeta/PROJ/issuetypes/10001");
    await ask("GET", "/field");
    await ask("POST", "/issue", jira.issue("t"));
    await ask("POST", "/issue", jira.issue(""));
    await ask("POST", "/issue/bulk", { issueUpdates: [jira.issue("a"), jira.issue("")] });
    await ask("POST", "/issue/bulk", { issueUpdates: [jira.issue("")] });
    await ask("PUT", `/issue/${story.key}`, { fields: { summary: "n" } });
    await ask("PUT", `/issue/${story.key}?returnIssue=true`, { fields: { summary: "n" } });
    await ask("POST", "/issueLink", { type: { name: "Blocks" }, ...ends });
    await ask("POST", "/issueLink", { type: { name: "None" }, ...ends });
    await ask("GET", `/issue/${story.key}?properties=a`);
    await ask("POST", "/issue/bulkfetch", { issueIdsOrKeys: [story.key, epic.id], properties: ["a"] });
    const link = standIn.dump().links[0]?.id;
    await ask("GET", `/issueLink/${link}`);
    await ask("DELETE", `/issueLink/${link}`);
    await ask("GET", "/issueLinkType");
    await ask("PUT", `/issue/${story.key}/properties/a`, { b: 1 });
    await ask("GET", `/issue/${story.key}/properties/a`);
    await ask("GET", `/issue/${story.key}/properties`);
    await ask("DELETE", `/issue/${story.key}/properties/a`);
    await ask("GET", `/issue/${story.key}/transitions?expand=transitions.fields`);
    await ask("POST", `/issue/${story.key}/transitions`, { transition: { id: "31" } });
    await ask("GET", `/issue/${story.key}/transitions`);
    standIn.catchUp();
    const search = { jql: "project = PROJ", fields: ["*all"], properties: ["a"], maxResults: 2 };
    const page = await ask("POST", "/search/jql", search);
    expect(page).toMatchObject({ isLast: false, nextPageToken: expect.any(String) });
    await ask("POST", "/search/jql", { jql: "order by key" });
    await ask("POST", "/webhook", { url: "https://example.com", webhooks: [] });
    expect(wrong).toEqual([]);
  });
});
