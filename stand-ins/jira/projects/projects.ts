import type { Answer, JsonObject } from "../../common/answers.ts";
import { forType } from "../issues/fields.ts";
import { api, presentPriority, presentType, priorityOf } from "../issues/present.ts";
import { bad, JiraRefusal } from "../refusals.ts";
import { type Call, listed, pageOf, param, type Route } from "../routes.ts";
import type { JiraSite } from "../site.ts";
import { browsable, may, projectOf } from "./access.ts";
import type { Field, Project } from "./project.ts";

const present = (site: JiraSite, project: Project): JsonObject => ({
  self: `${site.url}${api}/project/${project.id}`,
  id: project.id,
  key: project.key,
  name: project.name,
  projectTypeKey: "software",
  simplified: project.teamManaged,
  style: project.teamManaged ? "next-gen" : "classic",
  isPrivate: false,
  ...(project.archived ? { archived: true } : {}),
});

const textarea = "com.atlassian.jira.plugin.system.customfieldtypes:textarea";

const jsonTypes: Partial<Record<Field["type"], string>> = { textarea: "string", options: "array" };
const customTypes: Partial<Record<Field["type"], string>> = { option: "select", options: "multiselect" };

function schemaOf(field: Field): JsonObject {
  const type = jsonTypes[field.type] ?? field.type;
  const items = type === "array" ? { items: field.type === "options" ? "option" : "string" } : {};
  if (!field.id.startsWith("customfield_")) return { type, ...items, system: field.id };
  const custom = textarea.replace("textarea", customTypes[field.type] ?? field.type);
  return { type, ...items, custom, customId: Number(field.id.replace("customfield_", "")) };
}

function search(site: JiraSite, call: Call): Answer {
  const keys = listed(call.query, "keys");
  const ids = listed(call.query, "id");
  const statuses = listed(call.query, "status");
  const text = (call.query.get("query") ?? "").toLowerCase();
  const create = call.query.get("action") === "create";
  const matching = site.projects.filter(
    (project) =>
      browsable(project, call.account) &&
      (!create || may(project, call.account, "CREATE_ISSUES")) &&
      (keys.length === 0 || keys.includes(project.key)) &&
      (ids.length === 0 || ids.includes(project.id)) &&
      (statuses.length === 0 ? ["live"] : statuses).includes(project.archived ? "archived" : "live") &&
      `${project.key}\n${project.name}`.toLowerCase().includes(text),
  );
  const { page, startAt, maxResults, total } = pageOf(matching, call.query, 50);
  const self = `${site.url}${api}/project/search?startAt=${startAt}&maxResults=${maxResults}`;
  const isLast = startAt + page.length >= total;
  const values = page.map((project) => present(site, project));
  return { status: 200, body: { self, maxResults, startAt, total, isLast, values } };
}

/** Returns a project with create permission; hidden otherwise. */
function creatable(site: JiraSite, call: Call): Project {
  const project = projectOf(site, call.account, param(call, "projectIdOrKey"));
  if (!may(project, call.account, "CREATE_ISSUES"))
    throw new JiraRefusal(404, ["You do not have permission to create issues in this project."]);
  if (Number(call.query.get("maxResults") ?? 0) > 200)
    throw bad("Parameter 'maxResults' must not exceed the limit '200'");
  return project;
}

function fieldsOf(site: JiraSite, call: Call): Answer {
  const project = creatable(site, call);
  const type = project.types.find((one) => one.id === param(call, "issueTypeId"));
  if (type === undefined) throw new JiraRefusal(404, ["The issue type is not available in this project."]);
  const all = project.fields
    .map((field) => forType(field, type))
    .map((field) => ({
      // Only sub-tasks require a parent.
      required: field.id === "parent" ? type.level < 0 : field.required,
      schema: schemaOf(field),
      name: field.name,
      key: field.id,
      fieldId: field.id,
      hasDefaultValue: field.type === "priority",
      operations: field.id === "labels" ? ["add", "set", "remove"] : ["set"],
      ...(field.allowed && { allowedValues: field.allowed }),
      ...(field.type === "priority" && {
        allowedValues: project.priorities.map((one) => presentPriority(site, one)),
        defaultValue: priorityOf(site, project, { id: project.defaultPriority }),
      }),
    }));
  const { page: fields, ...rest } = pageOf(all, call.query, 50);
  return { status: 200, body: { fields, ...rest } };
}

function allFields(site: JiraSite): Answer {
  const known = new Map(site.projects.flatMap((project) => project.fields).map((field) => [field.id, field]));
  const body = [...known.values()].map((field) => ({
    id: field.id,
    key: field.id,
    name: field.name,
    custom: field.id.startsWith("customfield_"),
    orderable: true,
    navigable: true,
    searchable: true,
    clauseNames: [field.id],
    schema: schemaOf(field),
  }));
  return { status: 200, body };
}

export const projectRoutes: Route[] = [
  { method: "GET", template: "/project/search", handle: search },
  {
    method: "GET",
    template: "/project/{projectIdOrKey}",
    handle: (site, call) => {
      const project = projectOf(site, call.account, param(call, "projectIdOrKey"));
      const issueTypes = project.types.map((type) => presentType(site, type));
      return { status: 200, body: { ...present(site, project), issueTypes } };
    },
  },
  {
    method: "GET",
    template: "/issue/createmeta/{projectIdOrKey}/issuetypes",
    handle: (site, call) => {
      const { page, ...rest } = pageOf(creatable(site, call).types, call.query, 50);
      return { status: 200, body: { issueTypes: page.map((type) => presentType(site, type)), ...rest } };
    },
  },
  {
    method: "GET",
    template: "/issue/createmeta/{projectIdOrKey}/issuetypes/{issueTypeId}",
    handle: fieldsOf,
  },
  { method: "GET", template: "/field", handle: allFields },
];
