import { type Answer, fieldsOf, isObject, type JsonObject } from "../../common/answers.ts";
import { invalid, notFound, refusal, requestFields } from "../refusals.ts";
import { type RepositoryCall, type Route, relay } from "../routes.ts";
import { fullName, type GitHubSite, type IssueRecord, issueKey, mayBeAssigned, remember } from "../site.ts";
import { labelNames, lookUpLabels, refuseLabelNames } from "./labels.ts";
import { list } from "./listing.ts";
import { createdRecord, publish } from "./publish.ts";

const issues = "/repos/{owner}/{repo}/issues";
const issue = `${issues}/{issue_number}`;

export const issueRoutes: Route[] = [
  { method: "GET", template: issues, need: "read", handle: list },
  { method: "POST", template: issues, need: "contribute", handle: create },
  {
    method: "GET",
    template: issue,
    need: "read",
    handle: async (site, call) => published(site, await relay(site, call)),
  },
  { method: "PATCH", template: issue, need: "contribute", handle: edit },
  {
    method: "PUT",
    template: `${issue}/lock`,
    need: "push",
    handle: (site, call) => relay(site, call, call.body ?? {}),
  },
  { method: "DELETE", template: `${issue}/lock`, need: "push", handle: relay },
  { method: "GET", template: `${issue}/comments`, need: "read", handle: relay },
  { method: "POST", template: `${issue}/comments`, need: "contribute", handle: relay },
  { method: "GET", template: `${issues}/comments/{comment_id}`, need: "read", handle: relay },
  { method: "PATCH", template: `${issues}/comments/{comment_id}`, need: "contribute", handle: relay },
  { method: "DELETE", template: `${issues}/comments/{comment_id}`, need: "contribute", handle: relay },
];

function published(site: GitHubSite, answer: Answer): Answer {
  return answer.status < 300 && isObject(answer.body)
    ? { ...answer, body: publish(site, answer.body, true) }
    : answer;
}

async function create(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const fields = await writable(site, call);
  if (fields.title === undefined) throw invalid("Issue", "title", "missing_field");
  const answer = await relay(site, call, fields);
  if (answer.status !== 201) return answer;
  const raw = fieldsOf(answer.body);
  remember(site, createdRecord(raw, fullName(call.repo), call.grant.login));
  return { ...published(site, answer), headers: { location: String(raw.url) } };
}

/** Edits the path's issue, as the OpenAPI's PATCH. Throws `Refusal`. */
export async function edit(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const record = recordOf(site, call);
  if (record.author !== call.grant.login && !call.push)
    throw refusal(403, "Must be the author or have push access to edit this issue");
  const fields = await writable(site, call);
  // OpenAPI: ignored unless the state changes. emulate always applies it, and lacks "duplicate".
  if (fields.state === undefined || fields.state === record.state) delete fields.state_reason;
  const duplicate = fields.state_reason === "duplicate";
  const answer = await relay(site, call, duplicate ? { ...fields, state_reason: "not_planned" } : fields);
  if (answer.status !== 200) return answer;
  const state = String(fieldsOf(answer.body).state);
  remember(site, { ...record, state, duplicate: state === record.state ? record.duplicate : duplicate });
  return published(site, answer);
}

/** Returns the path's issue. Throws 404. */
export function recordOf(site: GitHubSite, call: RepositoryCall): IssueRecord {
  const id = site.issueIds.get(issueKey(fullName(call.repo), Number(call.params.issue_number)));
  const record = site.issues.get(id ?? 0);
  if (record === undefined) throw notFound();
  return record;
}

/** Validates a create or edit by GitHub's limits and converts it for `emulate`. Throws 422. */
async function writable(site: GitHubSite, call: RepositoryCall): Promise<JsonObject> {
  const fields = { ...requestFields(call.body) };
  if (typeof fields.title === "number") fields.title = String(fields.title);
  if (fields.title === null) delete fields.title;
  if (fields.title !== undefined && (typeof fields.title !== "string" || fields.title.trim() === ""))
    throw invalid("Issue", "title", "missing_field");
  // UTF-16 units, the strictest plausible meaning of "characters".
  refuseLong("title", fields.title, 256);
  refuseLong("body", fields.body, 65_536);
  // OpenAPI: fields that need push access are silently dropped without it.
  if (!call.push)
    for (const name of ["labels", "assignees", "assignee", "milestone", "type"]) delete fields[name];
  const logins = Array.isArray(fields.assignees) ? fields.assignees : [];
  if (!logins.every((login) => mayBeAssigned(call.repo, String(login))))
    throw invalid("Issue", "assignees", "invalid");
  if (fields.labels !== undefined) {
    const names = labelNames(fields.labels);
    refuseLabelNames(names);
    fields.labels = await lookUpLabels(site, call, names);
  }
  return fields;
}

function refuseLong(field: string, value: unknown, maximum: number): void {
  if (value === undefined || value === null) return;
  if (typeof value !== "string") throw invalid("Issue", field, "invalid");
  if (value.length > maximum)
    throw invalid("Issue", field, "custom", `${field} is too long (maximum is ${maximum} characters)`);
}
