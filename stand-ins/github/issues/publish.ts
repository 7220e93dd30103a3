import { fieldsOf, type JsonObject } from "../../common/answers.ts";
import type { GitHubSite, IssueRecord } from "../site.ts";

// emulate numbers ids from 1, which would hide mix-ups of id and number. GitHub's ids also exceed 32 bits.
const idOffset = 3_000_000_000;

/** Converts an `emulate` issue to GitHub's form. `single` adds the fields of single-issue answers. */
export function publish(site: GitHubSite, raw: JsonObject, single: boolean): JsonObject {
  const id = Number(raw.id) + idOffset;
  const parent = site.issues.get(site.subIssues.parentOf(id) ?? 0);
  const children = site.subIssues.childrenOf(id);
  const completed = children.filter((child) => site.issues.get(child)?.state === "closed").length;
  const percent = children.length === 0 ? 0 : Math.floor((100 * completed) / children.length);
  return {
    ...raw,
    id,
    ...(site.issues.get(id)?.duplicate ? { state_reason: "duplicate" } : {}),
    sub_issues_summary: { total: children.length, completed, percent_completed: percent },
    ...(parent === undefined
      ? {}
      : { parent_issue_url: `${site.url}/repos/${parent.repository}/issues/${parent.number}` }),
    ...(single ? { issue_dependencies_summary: dependenciesSummary(site, id) } : {}),
  };
}

// `blocked_by` and `blocking` count open issues, the totals all.
function dependenciesSummary(site: GitHubSite, id: number): JsonObject {
  const open = (ids: readonly number[]) =>
    ids.filter((other) => site.issues.get(other)?.state === "open").length;
  const blockers = site.dependencies.blockersOf(id);
  const blocked = site.dependencies.blockedBy(id);
  return {
    blocked_by: open(blockers),
    blocking: open(blocked),
    total_blocked_by: blockers.length,
    total_blocking: blocked.length,
  };
}

export function createdRecord(raw: JsonObject, repository: string, author: string): IssueRecord {
  return {
    id: Number(raw.id) + idOffset,
    number: Number(raw.number),
    repository,
    author,
    state: "open",
    duplicate: false,
  };
}

/** Reads issues by database id, as visible to `login`. */
export async function readIssues(
  site: GitHubSite,
  ids: readonly number[],
  login: string,
  single: boolean,
): Promise<JsonObject[]> {
  const replies = ids.map(async (id) => {
    const record = site.issues.get(id);
    if (record === undefined) throw new Error(`no issue has the id ${id}`);
    const reply = await site.upstream.call(
      login,
      "GET",
      `/repos/${record.repository}/issues/${record.number}`,
    );
    return publish(site, fieldsOf(reply.body), single);
  });
  return Promise.all(replies);
}
