import { text } from "./answer.ts";
import type { GitHub } from "./client.ts";
import { listIssues, wholeSeconds } from "./items/issue-list.ts";
import { remoteItemOf } from "./items/remote-item.ts";
import type { Home } from "./repository.ts";

/**
 * Lists changed issues, oldest change first. Changes during paging shift later issues forward, so the next
 * page restarts at the last change's second. `after` is `second/page`.
 */
export async function changedIssues(github: GitHub, home: Home, from: Date, after: string | null) {
  const [since = "", number = "1"] = (after ?? wholeSeconds(from)).split("/");
  const page = Number(number);
  const { issues, own, hasMore } = await listIssues(github, home, { sort: "updated", since, page });
  const last = issues.at(-1);
  const until = last ? text(last, "updated_at") : since;
  // One second with more changes than a page: only the page number advances.
  const next = Date.parse(until) > Date.parse(since) ? `${until}/1` : `${since}/${page + 1}`;
  return { remote: own.map((issue) => remoteItemOf(home, issue)), next: hasMore ? next : null };
}
