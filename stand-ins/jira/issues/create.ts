import { type Answer, isObject, type JsonObject } from "../../common/answers.ts";
import { may, reference } from "../projects/access.ts";
import type { Project } from "../projects/project.ts";
import { bad, invalidFields, JiraRefusal, leftOut, noPermission } from "../refusals.ts";
import type { Call, Route } from "../routes.ts";
import type { Issue, IssueType, JiraAccount, JiraSite } from "../site.ts";
import { put } from "../store.ts";
import { checked, lacking, valuesOf } from "./fields.ts";
import { parentOf } from "./parents.ts";
import { created } from "./present.ts";
import { propertiesOf } from "./properties.ts";

/** Takes an IssueUpdateDetails body. Throws 400 with problems by field. */
function createIssue(site: JiraSite, account: JiraAccount, body: JsonObject): Issue {
  if (body.transition !== undefined) throw leftOut("a transition in a create");
  const fields = isObject(body.fields) ? body.fields : {};
  const project = projectFor(site, account, fields.project);
  const type = typeFor(project, fields.issuetype);
  const values = valuesOf(project, body, {});
  if (project.fields.some(({ id }) => id === "priority")) values.priority ??= { id: project.defaultPriority };
  const missing = lacking(project, values);
  if (Object.keys(missing).length > 0) throw invalidFields(missing);
  const accepted = checked(site, { project, type }, values);
  const parent = parentOf(site, account, { project, type }, values.parent);
  const properties = propertiesOf(body);
  const [status] = project.statuses;
  if (status === undefined) throw new Error(`project ${project.key} has no status`);
  project.lastNumber += 1;
  const now = Date.now();
  const issue = put(site, {
    id: String(site.nextId++),
    key: `${project.key}-${project.lastNumber}`,
    project,
    type,
    fields: accepted,
    parent,
    status,
    resolution: null,
    properties,
    author: account.accountId,
    created: now,
    updated: now,
  });
  site.emit({ kind: "created", actor: account, issue });
  return issue;
}

function projectFor(site: JiraSite, account: JiraAccount, value: unknown): Project {
  const named = reference(value);
  const project = site.projects.find((one) => one.id === named || one.key === named);
  if (project === undefined || !may(project, account, "BROWSE_PROJECTS"))
    throw invalidFields({ project: "Specify a valid project ID or key" });
  if (!may(project, account, "CREATE_ISSUES")) throw noPermission("create issues");
  if (project.archived) throw invalidFields({ project: `The project '${project.key}' is archived.` });
  return project;
}

function typeFor(project: Project, value: unknown): IssueType {
  const type = project.types.find(
    (one) => isObject(value) && (one.id === value.id || (value.id === undefined && one.name === value.name)),
  );
  if (type === undefined) throw invalidFields({ issuetype: "Specify a valid issue type" });
  return type;
}

// OpenAPI, "Bulk create issue": valid ones are created, invalid ones reported by index; 400 only if none
// remains.
function createIssues(site: JiraSite, call: Call): Answer {
  const bodies = Array.isArray(call.body.issueUpdates) ? call.body.issueUpdates : [];
  if (bodies.length === 0 || bodies.length > 50) throw bad("Between 1 and 50 issues can be created at once.");
  const issues: JsonObject[] = [];
  const errors: JsonObject[] = [];
  for (const [index, body] of bodies.entries()) {
    try {
      const fault = call.fault?.failElements?.find((one) => one.index === index);
      if (fault !== undefined) throw new JiraRefusal(fault.status, ["This issue could not be created."]);
      issues.push(created(site, createIssue(site, call.account, isObject(body) ? body : {})));
    } catch (error) {
      if (!(error instanceof JiraRefusal)) throw error;
      const { status, body: elementErrors } = error.answer;
      errors.push({ status, elementErrors, failedElementNumber: index });
    }
  }
  return { status: issues.length > 0 ? 201 : 400, body: { issues, errors } };
}

export const createRoutes: Route[] = [
  {
    method: "POST",
    template: "/issue",
    handle: (site, call) => ({
      status: 201,
      body: created(site, createIssue(site, call.account, call.body)),
    }),
  },
  { method: "POST", template: "/issue/bulk", handle: createIssues },
];
