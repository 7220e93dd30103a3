import { type Answer, isObject } from "../../common/answers.ts";
import { editable, findIssue, issueOf } from "../projects/access.ts";
import { bad, invalidFields } from "../refusals.ts";
import { type Call, listed, param, type Route } from "../routes.ts";
import type { Issue, IssueType, JiraSite } from "../site.ts";
import { change, put } from "../store.ts";
import { checked, valuesOf } from "./fields.ts";
import { parentOf } from "./parents.ts";
import { presentIssue } from "./present.ts";
import { propertiesOf } from "./properties.ts";

// OpenAPI, "Edit issue": ignores a transition in the body, and notifyUsers without admin rights.
function edit(site: JiraSite, call: Call): Answer {
  const issue = editable(site, call.account, param(call, "issueIdOrKey"));
  const values = valuesOf(issue.project, call.body, issue.fields);
  const accepted = checked(site, issue, values);
  if (values.project !== undefined)
    throw invalidFields({ project: "The project cannot be changed by an edit." });
  const type = values.issuetype === undefined ? issue.type : otherType(issue, values.issuetype);
  const parent = "parent" in values ? parentOf(site, call.account, issue, values.parent) : issue.parent;
  const properties = { ...issue.properties, ...propertiesOf(call.body) };
  call.writes([issue.id]);
  const changed = Object.keys(values);
  const next =
    changed.length === 0
      ? put(site, { ...issue, properties })
      : change(
          site,
          call.account,
          issue,
          { fields: { ...issue.fields, ...accepted }, type, parent, properties },
          changed,
        );
  return call.query.get("returnIssue") === "true"
    ? { status: 200, body: presentIssue(site, next, ["*all"]) }
    : { status: 204 };
}

// Another level would break hierarchy rules and needs a move in Jira.
function otherType(issue: Issue, value: unknown): IssueType {
  const type = issue.project.types.find((one) => isObject(value) && one.id === value.id);
  if (type === undefined || type.level !== issue.type.level)
    throw invalidFields({ issuetype: "The issue type selected is invalid." });
  return type;
}

function read(site: JiraSite, call: Call): Answer {
  const issue = issueOf(site, call.account, param(call, "issueIdOrKey"));
  const asked = listed(call.query, "fields");
  return {
    status: 200,
    body: presentIssue(site, issue, asked.length === 0 ? ["*all"] : asked, listed(call.query, "properties")),
  };
}

/** Returns the texts of a list, each possibly comma-separated. */
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => String(one).split(",")) : [];

// OpenAPI, "Bulk fetch issues": in id order; missing or hidden ones are omitted silently.
function fetchIssues(site: JiraSite, call: Call): Answer {
  const given = call.body.issueIdsOrKeys;
  const wanted = Array.isArray(given) ? given.map(String) : [];
  if (wanted.length === 0 || wanted.length > 100)
    throw bad("Between 1 and 100 issues can be fetched at once.");
  const properties = texts(call.body.properties);
  if (properties.length > 5) throw bad("At most 5 properties can be asked for.");
  const found = new Map<string, Issue>();
  for (const name of wanted) {
    const issue = findIssue(site, call.account, name);
    if (issue !== undefined) found.set(issue.id, issue);
  }
  const asked = texts(call.body.fields);
  const issues = [...found.values()].sort((a, b) => Number(a.id) - Number(b.id));
  return {
    status: 200,
    body: {
      issues: issues.map((issue) =>
        presentIssue(site, issue, asked.length === 0 ? ["*navigable"] : asked, properties),
      ),
      issueErrors: [],
    },
  };
}

export const issueRoutes: Route[] = [
  { method: "POST", template: "/issue/bulkfetch", handle: fetchIssues },
  { method: "GET", template: "/issue/{issueIdOrKey}", handle: read },
  { method: "PUT", template: "/issue/{issueIdOrKey}", handle: edit },
];
