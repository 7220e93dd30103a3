import { fieldsOf, isObject, type JsonObject } from "../../common/answers.ts";
import { matchTemplate } from "../../common/match-template.ts";
import { readIssues } from "../issues/publish.ts";
import { findRepository, fullName, type GitHubSite, issueKey } from "../site.ts";

/** A webhook notice: its event name and a payload reduced to the issue's identity. */
export type Notice = { event: string; payload: JsonObject };

export type Done = { method: string; path: string; body: unknown; answer: unknown; login: string };

const issues = "/repos/{owner}/{repo}/issues";
const issue = `${issues}/{issue_number}`;

type Teller = (site: GitHubSite, done: Done, params: Record<string, string>) => Promise<Notice[]>;

const tellers: { method: string; template: string; tell: Teller }[] = [
  { method: "POST", template: issues, tell: async (_, { answer }) => [issuesNotice("opened", answer)] },
  { method: "PATCH", template: issue, tell: async (_, done) => edited(done) },
  { method: "POST", template: `${issue}/labels`, tell: labelled("labeled") },
  { method: "PUT", template: `${issue}/labels`, tell: labelled("labeled") },
  { method: "DELETE", template: `${issue}/labels`, tell: labelled("unlabeled") },
  { method: "DELETE", template: `${issue}/labels/{name}`, tell: labelled("unlabeled") },
  { method: "POST", template: `${issue}/sub_issues`, tell: related("sub_issues", "added") },
  { method: "DELETE", template: `${issue}/sub_issue`, tell: related("sub_issues", "removed") },
  {
    method: "POST",
    template: `${issue}/dependencies/blocked_by`,
    tell: related("issue_dependencies", "added"),
  },
  {
    method: "DELETE",
    template: `${issue}/dependencies/blocked_by/{issue_id}`,
    tell: related("issue_dependencies", "removed"),
  },
];

/** Returns the notices of a write; none if GitHub has no event for it. */
export async function noticesOf(site: GitHubSite, done: Done): Promise<Notice[]> {
  const pathname = done.path.split("?")[0] ?? "";
  for (const { method, template, tell } of tellers) {
    const params = method === done.method ? matchTemplate(template, pathname) : undefined;
    if (params === undefined) continue;
    const told = await tell(site, done, params);
    const shared = commonOf(site, `${params.owner}/${params.repo}`, done.login);
    return told.map(({ event, payload }) => ({ event, payload: { ...payload, ...shared } }));
  }
  return [];
}

const issuesNotice = (action: string, about: unknown): Notice => ({
  event: "issues",
  payload: { action, issue: about },
});

/** Returns one per kind of change, like GitHub. */
function edited({ body, answer }: Done): Notice[] {
  const changes = fieldsOf(body);
  const actions = [
    ...(changes.title !== undefined || changes.body !== undefined ? ["edited"] : []),
    ...(changes.labels !== undefined ? ["labeled"] : []),
    ...(changes.state === "closed" ? ["closed"] : []),
    ...(changes.state === "open" ? ["reopened"] : []),
  ];
  return actions.map((action) => issuesNotice(action, answer));
}

function labelled(action: string): Teller {
  return async (site, { login }, params) => {
    const [about] = await readIssues(site, [pathIssue(site, params)], login, false);
    return [issuesNotice(action, about)];
  };
}

/** The payload names of both ends (OpenAPI, `webhook-sub-issues-…`, `webhook-issue-dependencies-…`). */
const ends = {
  sub_issues: { inPath: "parent_issue", other: "sub_issue", action: "sub_issue" },
  issue_dependencies: { inPath: "blocked_issue", other: "blocking_issue", action: "blocked_by" },
};

function related(event: keyof typeof ends, change: "added" | "removed"): Teller {
  return async (site, { body, login }, params) => {
    const { inPath, other, action } = ends[event];
    const sent = isObject(body) ? body : {};
    const here = pathIssue(site, params);
    const there = Number(params.issue_id ?? sent.sub_issue_id ?? sent.issue_id);
    const [first, second] = await readIssues(site, [here, there], login, false);
    const payload = {
      action: `${action}_${change}`,
      [`${inPath}_id`]: here,
      [inPath]: first,
      [`${other}_id`]: there,
      [other]: second,
    };
    return [{ event, payload }];
  };
}

function pathIssue(site: GitHubSite, { owner, repo, issue_number }: Record<string, string>): number {
  const repository = findRepository(site, `${owner}/${repo}`);
  return site.issueIds.get(issueKey(repository ? fullName(repository) : "", Number(issue_number))) ?? 0;
}

export function commonOf(site: GitHubSite, repository: string, login: string): JsonObject {
  const repo = findRepository(site, repository);
  const named = repo
    ? { name: repo.name, full_name: fullName(repo), private: repo.private, owner: { login: repo.owner } }
    : {};
  return { repository: named, sender: { login } };
}
