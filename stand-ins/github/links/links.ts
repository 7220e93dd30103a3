import type { Answer } from "../../common/answers.ts";
import { recordOf } from "../issues/issues.ts";
import { paginate } from "../issues/pages.ts";
import { readIssues } from "../issues/publish.ts";
import { refusal, requestFields } from "../refusals.ts";
import type { RepositoryCall, Route } from "../routes.ts";
import { type GitHubSite, type IssueRecord, isVisible } from "../site.ts";

const issue = "/repos/{owner}/{repo}/issues/{issue_number}";

/** Sub-issues and dependencies, by the OpenAPI; `emulate` has neither. */
export const linkRoutes: Route[] = [
  {
    method: "GET",
    template: `${issue}/sub_issues`,
    need: "read",
    handle: (s, c) => page(s, c, s.subIssues.childrenOf(recordOf(s, c).id)),
  },
  { method: "POST", template: `${issue}/sub_issues`, need: "push", handle: addSubIssue },
  { method: "DELETE", template: `${issue}/sub_issue`, need: "push", handle: removeSubIssue },
  { method: "PATCH", template: `${issue}/sub_issues/priority`, need: "push", handle: prioritize },
  { method: "GET", template: `${issue}/parent`, need: "read", handle: parent },
  {
    method: "GET",
    template: `${issue}/dependencies/blocked_by`,
    need: "read",
    handle: (s, c) => page(s, c, s.dependencies.blockersOf(recordOf(s, c).id)),
  },
  { method: "POST", template: `${issue}/dependencies/blocked_by`, need: "push", handle: addBlocker },
  {
    method: "DELETE",
    template: `${issue}/dependencies/blocked_by/{issue_id}`,
    need: "push",
    handle: removeBlocker,
  },
  {
    method: "GET",
    template: `${issue}/dependencies/blocking`,
    need: "read",
    handle: (s, c) => page(s, c, s.dependencies.blockedBy(recordOf(s, c).id)),
  },
];

/** Returns the issue given by database id; 404 if hidden from the caller. */
function other(site: GitHubSite, call: RepositoryCall, id: unknown, what: string): IssueRecord {
  if (!Number.isInteger(id))
    throw refusal(422, `Invalid request.\n\n${JSON.stringify(id)} is not of type integer.`);
  const record = site.issues.get(Number(id));
  if (!isVisible(site, record, call.grant.login)) throw refusal(404, `The provided ${what} does not exist`);
  return record;
}

async function one(site: GitHubSite, call: RepositoryCall, id: number, status = 200): Promise<Answer> {
  const [body] = await readIssues(site, [id], call.grant.login, true);
  return { status, body };
}

async function page(site: GitHubSite, call: RepositoryCall, ids: readonly number[]): Promise<Answer> {
  const visible = ids.filter((id) => isVisible(site, site.issues.get(id), call.grant.login));
  const { items, headers } = paginate(visible, call.query, site.url + call.path.split("?")[0]);
  return { status: 200, body: await readIssues(site, items, call.grant.login, false), headers };
}

// The OpenAPI answers every write with one issue without saying which: here always the path's.
function addSubIssue(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const above = recordOf(site, call);
  const fields = requestFields(call.body);
  const below = other(site, call, fields.sub_issue_id, "sub-issue");
  const owner = (record: IssueRecord) => record.repository.split("/")[0];
  const reason =
    owner(above) === owner(below)
      ? site.subIssues.add(above.id, below.id, fields.replace_parent === true)
      : "Both issues must belong to the same repository owner";
  if (reason !== undefined)
    throw refusal(422, `An error occurred while adding the sub-issue to the parent issue. ${reason}`);
  return one(site, call, above.id, 201);
}

function removeSubIssue(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const above = recordOf(site, call);
  const below = other(site, call, requestFields(call.body).sub_issue_id, "sub-issue");
  if (!site.subIssues.remove(above.id, below.id)) throw refusal(404, "The provided sub-issue does not exist");
  return one(site, call, above.id);
}

function prioritize(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const above = recordOf(site, call);
  const { sub_issue_id, after_id, before_id } = requestFields(call.body);
  if ((after_id === undefined) === (before_id === undefined))
    throw refusal(422, "Either after_id or before_id should be specified");
  const moved = other(site, call, sub_issue_id, "sub-issue").id;
  const anchor = other(site, call, after_id ?? before_id, "sub-issue").id;
  const place = after_id === undefined ? { before: anchor } : { after: anchor };
  const reason = site.subIssues.move(above.id, moved, place);
  if (reason !== undefined) throw refusal(422, reason);
  return one(site, call, above.id);
}

function parent(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const above = site.subIssues.parentOf(recordOf(site, call).id);
  if (above === undefined || !isVisible(site, site.issues.get(above), call.grant.login))
    throw refusal(404, "No parent issue found");
  return one(site, call, above);
}

function addBlocker(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const blocked = recordOf(site, call);
  const blocker = other(site, call, requestFields(call.body).issue_id, "issue");
  const reason = site.dependencies.add(blocked.id, blocker.id);
  if (reason !== undefined)
    throw refusal(
      422,
      `An error occurred while adding the blocking issue to the issue. Validation failed: ${reason}`,
    );
  return one(site, call, blocked.id, 201);
}

// Removing a missing dependency succeeds, as clients of the live service report.
function removeBlocker(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const blocked = recordOf(site, call);
  const blocker = other(site, call, Number(call.params.issue_id), "issue");
  site.dependencies.remove(blocked.id, blocker.id);
  return one(site, call, blocked.id);
}
