import type { Seen, Sought } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { markerOf, markersIn } from "./marker.ts";
import { type Fields, hasNextPage, listOf, text } from "./read.ts";
import type { Home } from "./repositories.ts";
import { seenOf } from "./seen.ts";

const perPage = 100;

async function listIssues(github: GitHub, { place }: Home, query: Record<string, unknown>) {
  const asked = { ...place, state: "all", direction: "asc", per_page: perPage, ...query };
  const { data, headers } = await github("GET /repos/{owner}/{repo}/issues", asked);
  const issues = listOf(data);
  return { issues, own: issues.filter(isIssue), hasMore: hasNextPage(headers.link) };
}

/** GitHub lists pull requests among the issues. */
const isIssue = (issue: Fields) => issue.pull_request === undefined;

/**
 * What carries each marker, the lowest number first. The list answers what was written before it; GitHub's search
 * lags behind and is no use here. Sorted by creation, pages hold still while others write.
 */
export async function findIssues(
  github: GitHub,
  home: Home,
  sought: readonly Sought[],
  since: Date,
): Promise<Seen[][]> {
  const found = new Map(sought.map(({ identity }) => [markerOf(identity.mark), [] as Seen[]]));
  const markers = new Set(found.keys());
  for (let page = 1, hasMore = true; hasMore; page++) {
    const listed = await listIssues(github, home, { sort: "created", since: wholeSeconds(since), page });
    for (const issue of listed.own) {
      for (const marker of new Set(markersIn(String(issue.body ?? ""), markers))) {
        found.get(marker)?.push(seenOf(home, issue));
      }
    }
    hasMore = listed.hasMore;
  }
  const byNumber = (one: Seen, other: Seen) => Number(one.external.number) - Number(other.external.number);
  return sought.map(({ identity }) => (found.get(markerOf(identity.mark)) ?? []).toSorted(byNumber));
}

/**
 * A page of what changed since, the oldest change first. What changes meanwhile moves to the end and everything
 * after it one place forward, so the next page starts at the last change's second again, not at a number.
 * `after`: `second/page`.
 */
export async function changedIssues(github: GitHub, home: Home, from: Date, after: string | null) {
  const [since = "", number = "1"] = (after ?? wholeSeconds(from)).split("/");
  const page = Number(number);
  const { issues, own, hasMore } = await listIssues(github, home, { sort: "updated", since, page });
  const last = issues.at(-1);
  const until = last ? text(last, "updated_at") : since;
  // More changes in one second than a page holds: only the number leads on.
  const next = Date.parse(until) > Date.parse(since) ? `${until}/1` : `${since}/${page + 1}`;
  return { seen: own.map((issue) => seenOf(home, issue)), next: hasMore ? next : null };
}

const wholeSeconds = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;
