import { type Fields, fieldsOf } from "./answers.ts";
import type { IssueRecord, Site } from "./site.ts";

// emulate numbers ids from 1, so an issue's id would equal its number and a client that mixes them up would
// pass. GitHub's ids have also outgrown 32 bits.
const idOffset = 3_000_000_000;

/** An issue of `emulate` as GitHub shows it. `single`: with what only answers about one issue carry. */
export function publish(site: Site, raw: Fields, single: boolean): Fields {
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

// `blocked_by` and `blocking` count open issues, the totals all of them.
function dependenciesSummary(site: Site, id: number): Fields {
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

/** Returns our record of an issue that `emulate` has just created. */
export function createdRecord(raw: Fields, repository: string, author: string): IssueRecord {
  return {
    id: Number(raw.id) + idOffset,
    number: Number(raw.number),
    repository,
    author,
    state: "open",
    duplicate: false,
  };
}

/** Reads issues by database id, as `login` sees them on GitHub. */
export async function readIssues(
  site: Site,
  ids: readonly number[],
  login: string,
  single: boolean,
): Promise<Fields[]> {
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
