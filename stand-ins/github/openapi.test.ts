import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client } from "./client.ts";
import { loadOpenApi, publishedOpenApi } from "./openapi.ts";
import { type GitHubStandIn, startGitHub } from "./start.ts";

const absent = !existsSync(publishedOpenApi);
const web = "/repos/acme/web/issues";

it("without the published OpenAPI there is no validation", () => {
  expect(loadOpenApi(new URL("file:///nowhere/openapi.json"))).toBeUndefined();
});

describe.skipIf(absent)("against GitHub's published OpenAPI (skipped if ../shared is absent)", () => {
  let standIn: GitHubStandIn;
  let github: ReturnType<typeof client>;
  const openApi = loadOpenApi();

  beforeAll(async () => {
    standIn = await startGitHub();
    github = client(standIn, standIn.token);
  });
  afterAll(() => standIn.close());

  const problems = (method: string, path: string, body?: unknown) => openApi?.request(method, path, body);

  it("a correct request has no violation, whatever the operation", () => {
    expect(
      problems("POST", web, { title: "t", body: "b", labels: ["x", { name: "y" }], milestone: null }),
    ).toEqual([]);
    expect(problems("PATCH", `${web}/1`, { title: null, milestone: 3, state: "closed", type: null })).toEqual(
      [],
    );
    expect(
      problems("GET", `${web}?state=all&since=2026-01-01T00:00:00Z&per_page=100&page=2&creator=me`),
    ).toEqual([]);
    expect(problems("POST", `${web}/1/sub_issues`, { sub_issue_id: 5, replace_parent: true })).toEqual([]);
    expect(problems("DELETE", `${web}/1/dependencies/blocked_by/5`)).toEqual([]);
    expect(problems("GET", "/user")).toEqual([]);
  });

  it.each([
    ["a missing title, although its schema has the nullable milestone", "POST", web, { body: "b" }, "title"],
    ["a body of the wrong type", "POST", web, { title: "t", body: 7 }, "body/body"],
    ["a milestone of the wrong type", "POST", web, { title: "t", milestone: true }, "body/milestone"],
    ["labels of the wrong type", "POST", web, { title: "t", labels: [7] }, "body/labels/0"],
    ["an unknown field", "POST", web, { title: "t", label: ["x"] }, "body/label is unknown"],
    ["an unknown state", "PATCH", `${web}/1`, { state: "done" }, "body/state"],
    ["a missing body", "POST", `${web}/1/sub_issues`, undefined, "a body is required"],
    ["an id as text", "POST", `${web}/1/sub_issues`, { sub_issue_id: "5" }, "body/sub_issue_id"],
    ["a body where there is none", "GET", "/user", { a: 1 }, "a body where"],
    ["an unknown parameter", "GET", `${web}?status=all`, undefined, "query status is unknown"],
    ["a parameter of the wrong type", "GET", `${web}?per_page=many`, undefined, "query per_page"],
    ["a parameter out of its list", "GET", `${web}?state=shut`, undefined, "query state"],
    ["a time that is none", "GET", `${web}?since=yesterday`, undefined, "query since"],
    ["an unknown path", "GET", "/repos/acme/web/tickets", undefined, "not in the OpenAPI"],
    ["a method that the path has not", "DELETE", `${web}/1`, undefined, "not in the OpenAPI"],
  ])("%s is a violation", (_title, method, path, body, named) => {
    expect(problems(method, path, body)?.[0]).toContain(named);
  });

  it("violations of requests that arrive are collected, those of correct ones are not", async () => {
    expect(standIn.validating).toBe(true);
    await github.status("POST", web, { title: "t" });
    expect(standIn.violations).toEqual([]);
    await github.status("POST", web, { title: "t", labels: [7] });
    expect(standIn.violations).toHaveLength(1);
    expect(standIn.violations[0]?.request).toBe(`POST ${web}`);
  });

  it("the stand-in's own answers are as published", async () => {
    const wrong: string[] = [];
    const ask = async (method: string, path: string, body?: unknown) => {
      const got = await github.send(method, path, body);
      wrong.push(
        ...(openApi?.answer(method, path, got.status, got.body) ?? []).map(
          (it) => `${method} ${path}: ${it}`,
        ),
      );
    };
    const [a, b] = [await github.create("acme/web", "a"), await github.create("acme/web", "b")];
    await ask("GET", "/user");
    await ask("GET", "/user/repos");
    await ask("GET", "/repos/acme/web");
    await ask("GET", "/repos/acme/nothing");
    await ask("GET", "/rate_limit");
    await ask("POST", "/repos/acme/web/labels", { name: "plan", color: "ededed" });
    await ask("POST", "/repos/acme/web/labels", { name: "plan", color: "ededed" });
    await ask("GET", "/repos/acme/web/labels");
    await ask("POST", web, { title: "t", labels: ["plan"] });
    await ask("POST", web, { title: "" });
    await ask("GET", `${web}?state=all`);
    await ask("POST", `${web}/${a.number}/sub_issues`, { sub_issue_id: b.id });
    await ask("POST", `${web}/${a.number}/sub_issues`, { sub_issue_id: b.id });
    await ask("GET", `${web}/${a.number}/sub_issues`);
    await ask("GET", `${web}/${b.number}/parent`);
    await ask("PATCH", `${web}/${a.number}/sub_issues/priority`, { sub_issue_id: b.id });
    await ask("POST", `${web}/${b.number}/dependencies/blocked_by`, { issue_id: a.id });
    await ask("POST", `${web}/${b.number}/dependencies/blocked_by`, { issue_id: a.id });
    await ask("GET", `${web}/${b.number}/dependencies/blocked_by`);
    await ask("GET", `${web}/${a.number}/dependencies/blocking`);
    await ask("DELETE", `${web}/${b.number}/dependencies/blocked_by/${a.id}`);
    await ask("DELETE", `${web}/${a.number}/sub_issue`, { sub_issue_id: b.id });
    await ask("PATCH", `${web}/${a.number}`, { state: "closed", state_reason: "duplicate" });
    await ask("GET", `${web}/${a.number}`);
    await ask("POST", `${web}/${a.number}/comments`, { body: "c" });
    await ask("GET", `${web}/${a.number}/comments`);
    expect(wrong).toEqual([]);
  });
});
