import { type Fields, hasNextPage, listOf } from "../answer.ts";
import type { GitHub } from "../client.ts";
import type { Home } from "../repository.ts";

const perPage = 100;

/** Lists issues in any state; `own` excludes pull requests. */
export async function listIssues(github: GitHub, { repository }: Home, query: Record<string, unknown>) {
  const asked = { ...repository, state: "all", direction: "asc", per_page: perPage, ...query };
  const { data, headers } = await github("GET /repos/{owner}/{repo}/issues", asked);
  const issues = listOf(data);
  return { issues, own: issues.filter(isIssue), hasMore: hasNextPage(headers.link) };
}

const isIssue = (issue: Fields) => issue.pull_request === undefined;

export const wholeSeconds = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;
