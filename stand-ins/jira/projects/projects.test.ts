import { afterAll, beforeAll, expect, it } from "vitest";
import { client } from "../client.ts";
import { type JiraStandIn, readerCredential, startJira } from "../start.ts";
import { project, storyPoints } from "./project.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;
let reader: ReturnType<typeof client>;
const team = { id: "customfield_10050", name: "Team", type: "string", required: true } as const;

beforeAll(async () => {
  standIn = await startJira({
    projects: [
      project("10000", "PROJ", { fields: [storyPoints, team] }),
      project("10001", "TM", { teamManaged: true }),
      project("10002", "OLD", { archived: true }),
      { ...project("10003", "VAULT"), permissions: {} },
    ],
  });
  jira = client(standIn);
  reader = client(standIn, readerCredential);
});
afterAll(async () => {
  expect(standIn.violations).toEqual([]);
  await standIn.close();
});

const keys = async (query: string, as = jira) => {
  const { values } = await as.fields(200, "GET", `/project/search${query}`);
  return (values as { key: string }[]).map(({ key }) => key);
};

it("the account and the site are returned", async () => {
  expect(await jira.fields(200, "GET", "/myself")).toMatchObject({
    emailAddress: standIn.email,
    active: true,
  });
  expect(await jira.fields(200, "GET", "/serverInfo")).toMatchObject({
    baseUrl: standIn.url,
    deploymentType: "Cloud",
  });
});

it("projects are listed unless archived or invisible, by page, key and right to create", async () => {
  expect(await keys("")).toEqual(["PROJ", "TM"]);
  expect(await keys("?status=archived")).toEqual(["OLD"]);
  expect(await keys("?status=live,archived&keys=OLD,PROJ")).toEqual(["PROJ", "OLD"]);
  expect(await keys("?startAt=1&maxResults=1")).toEqual(["TM"]);
  expect(await keys("?query=tm")).toEqual(["TM"]);
  expect([await keys("?action=create"), await keys("?action=create", reader)]).toEqual([["PROJ", "TM"], []]);
});

it("a project is read by id or key with its issue types, also when it is archived", async () => {
  expect(await jira.fields(200, "GET", "/project/TM")).toMatchObject({
    id: "10001",
    style: "next-gen",
    issueTypes: [{ name: "Epic", hierarchyLevel: 1 }, { hierarchyLevel: 0 }, { subtask: true }],
  });
  expect(await jira.fields(200, "GET", "/project/10002")).toMatchObject({ key: "OLD", archived: true });
  expect([await jira.status("GET", "/project/VAULT"), await jira.status("GET", "/project/NONE")]).toEqual([
    404, 404,
  ]);
});

it("createmeta lists the fields of a type and which are required", async () => {
  const required = async (type: string) => {
    const { fields } = await jira.fields(200, "GET", `/issue/createmeta/PROJ/issuetypes/${type}`);
    return (fields as { fieldId: string; required: boolean }[]).flatMap((one) =>
      one.required ? one.fieldId : [],
    );
  };
  expect(await required("10001")).toEqual(["summary", "issuetype", "project", team.id]);
  expect(await required("10003")).toEqual(["summary", "issuetype", "project", "parent", team.id]);
  const { fields } = await jira.fields(200, "GET", "/issue/createmeta/PROJ/issuetypes/10001?maxResults=200");
  expect(fields).toContainEqual(expect.objectContaining({ name: storyPoints.name, fieldId: storyPoints.id }));
  expect(await jira.status("GET", "/issue/createmeta/PROJ/issuetypes/9")).toBe(404);
  expect(await reader.status("GET", "/issue/createmeta/PROJ/issuetypes")).toBe(404);
});

it("the list of fields has those of all projects once", async () => {
  const { body } = await jira.send("GET", "/field");
  const ids = (body as { id: string }[]).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["summary", "description", storyPoints.id, team.id]));
  expect(new Set(ids).size).toBe(ids.length);
});

it("permissions are returned for the site, a project and an issue", async () => {
  const have = async (query: string, as = jira) => {
    const { permissions } = await as.fields(200, "GET", `/mypermissions?permissions=CREATE_ISSUES${query}`);
    return (permissions as { CREATE_ISSUES: { havePermission: boolean } }).CREATE_ISSUES.havePermission;
  };
  const { key } = await jira.create("t", { [team.id]: "T" });
  expect([await have(""), await have("&projectKey=PROJ"), await have(`&issueKey=${key}`)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([await have("", reader), await have("&projectId=10000", reader)]).toEqual([false, false]);
  expect(await jira.status("GET", "/mypermissions?permissions=FLY")).toBe(400);
  expect(await jira.status("GET", "/mypermissions")).toBe(400);
  expect(await jira.status("GET", "/mypermissions?permissions=CREATE_ISSUES&projectKey=VAULT")).toBe(404);
});

it("webhooks cannot be registered with an API token", async () => {
  const webhooks = [{ events: ["jira:issue_updated"], jqlFilter: "project = PROJ" }];
  expect(await jira.status("POST", "/webhook", { url: "https://example.com", webhooks })).toBe(403);
});
