import { isObject, type JsonObject } from "../../common/answers.ts";
import type { Project } from "../projects/project.ts";
import type {
  Attachment,
  Category,
  Issue,
  IssueType,
  JiraAccount,
  JiraSite,
  Link,
  LinkType,
  Status,
} from "../site.ts";
import { linksOf } from "../store.ts";

export const api = "/rest/api/3";

/** Formats a time like Jira, without a colon in the offset. */
export const time = (ms: number) => new Date(ms).toISOString().replace("Z", "+0000");

const categories: Record<Category, { id: number; name: string; colorName: string }> = {
  new: { id: 2, name: "To Do", colorName: "blue-gray" },
  indeterminate: { id: 4, name: "In Progress", colorName: "yellow" },
  done: { id: 3, name: "Done", colorName: "green" },
};

export const presentUser = (site: JiraSite, account: JiraAccount): JsonObject => ({
  self: `${site.url}${api}/user?accountId=${account.accountId}`,
  accountId: account.accountId,
  accountType: "atlassian",
  ...(account.hidesEmail ? {} : { emailAddress: account.emailAddress }),
  displayName: account.displayName,
  active: true,
  timeZone: "Etc/UTC",
});

export const presentPriority = (site: JiraSite, { id, name }: { id: string; name: string }): JsonObject => ({
  self: `${site.url}${api}/priority/${id}`,
  iconUrl: `${site.url}/images/icons/priorities/${id}.svg`,
  id,
  name,
});

/** Takes a value with an id. */
export function priorityOf(site: JiraSite, { priorities }: Project, value: unknown): JsonObject | null {
  const found = priorities.find((one) => isObject(value) && one.id === value.id);
  return found ? presentPriority(site, found) : null;
}

export const presentType = (site: JiraSite, type: IssueType): JsonObject => ({
  self: `${site.url}${api}/issuetype/${type.id}`,
  id: type.id,
  name: type.name,
  description: "",
  subtask: type.level < 0,
  hierarchyLevel: type.level,
});

export const presentStatus = (site: JiraSite, status: Status): JsonObject => ({
  self: `${site.url}${api}/status/${status.id}`,
  id: status.id,
  name: status.name,
  description: "",
  statusCategory: {
    self: `${site.url}${api}/statuscategory/${categories[status.category].id}`,
    key: status.category,
    ...categories[status.category],
  },
});

export const presentLinkType = (site: JiraSite, type: LinkType): JsonObject => ({
  ...type,
  self: `${site.url}${api}/issueLinkType/${type.id}`,
});

const self = (site: JiraSite, issue: Issue) => `${site.url}${api}/issue/${issue.id}`;

export const created = (site: JiraSite, issue: Issue): JsonObject => ({
  id: issue.id,
  key: issue.key,
  self: self(site, issue),
});

/** Returns the form embedded in other issues. */
const brief = (site: JiraSite, issue: Issue): JsonObject => ({
  ...created(site, issue),
  fields: {
    summary: issue.fields.summary,
    status: presentStatus(site, issue.status),
    issuetype: presentType(site, issue.type),
  },
});

const briefOf = (site: JiraSite, id: string) => {
  const issue = site.issues.get(id);
  return issue === undefined ? {} : brief(site, issue);
};

export const presentLink = (site: JiraSite, link: Link): JsonObject => ({
  id: link.id,
  self: `${site.url}${api}/issueLink/${link.id}`,
  type: presentLinkType(site, link.type),
  inwardIssue: briefOf(site, link.from),
  outwardIssue: briefOf(site, link.to),
});

export const presentAttachment = (
  site: JiraSite,
  { id, filename, mimeType, bytes, author }: Attachment,
): JsonObject => ({
  self: `${site.url}${api}/attachment/${id}`,
  id,
  filename,
  author: presentUser(site, author),
  created: time(Date.now()),
  size: bytes.length,
  mimeType,
  content: `${site.url}${api}/attachment/content/${id}`,
});

/** Shows only the other end. */
function linkSeenFrom(site: JiraSite, link: Link, id: string): JsonObject {
  const { inwardIssue, outwardIssue, ...rest } = presentLink(site, link);
  return link.from === id ? { ...rest, outwardIssue } : { ...rest, inwardIssue };
}

function assigneeOf(site: JiraSite, { fields }: Issue): JsonObject | null {
  const { assignee } = fields;
  const person = site.people.find((one) => isObject(assignee) && one.accountId === assignee.accountId);
  return person ? presentUser(site, person) : null;
}

export function allFields(site: JiraSite, issue: Issue): JsonObject {
  const { project } = issue;
  const custom = project.fields.filter((field) => field.id.startsWith("customfield_"));
  return {
    summary: issue.fields.summary,
    description: issue.fields.description ?? null,
    issuetype: presentType(site, issue.type),
    project: {
      self: `${site.url}${api}/project/${project.id}`,
      id: project.id,
      key: project.key,
      name: project.name,
      simplified: project.teamManaged,
    },
    ...(issue.parent === undefined ? {} : { parent: briefOf(site, issue.parent) }),
    labels: issue.fields.labels ?? [],
    assignee: assigneeOf(site, issue),
    priority: priorityOf(site, project, issue.fields.priority),
    duedate: issue.fields.duedate ?? null,
    status: presentStatus(site, issue.status),
    resolution: issue.resolution,
    created: time(issue.created),
    updated: time(issue.updated),
    issuelinks: linksOf(site, issue.id).map((link) => linkSeenFrom(site, link, issue.id)),
    attachment: (site.attachments.get(issue.id) ?? []).map((one) => presentAttachment(site, one)),
    subtasks: [...site.issues.values()]
      .filter((one) => one.parent === issue.id && one.type.level < 0)
      .map((one) => brief(site, one)),
    ...Object.fromEntries(custom.map((field) => [field.id, issue.fields[field.id] ?? null])),
  };
}

/** Takes `*all`, `*navigable`, `-name` and `name`. */
export function presentIssue(
  site: JiraSite,
  issue: Issue,
  asked: string[],
  properties: string[] = [],
): JsonObject {
  const every = asked.some((name) => name.startsWith("*")) || asked.every((name) => name.startsWith("-"));
  const fields = Object.entries(allFields(site, issue)).filter(
    ([name]) => (every || asked.includes(name)) && !asked.includes(`-${name}`),
  );
  const known = Object.entries(issue.properties).filter(([key]) => properties.includes(key));
  return {
    expand: "renderedFields,names,schema,operations,editmeta,changelog",
    ...created(site, issue),
    fields: Object.fromEntries(fields),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(known) }),
  };
}
