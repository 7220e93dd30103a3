import type { Lookup, RemoteItem } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { listIssues, wholeSeconds } from "./items/issue-list.ts";
import { remoteItemOf } from "./items/remote-item.ts";
import type { Home } from "./repository.ts";
import { markerOf, markersIn } from "./text/marker.ts";

/**
 * Finds issues by marker, lowest number first. Lists issues, as GitHub's search lags; sorting by creation
 * keeps pages stable.
 */
export async function findIssues(
  github: GitHub,
  home: Home,
  sought: readonly Lookup[],
  since: Date,
): Promise<RemoteItem[][]> {
  const found = new Map(sought.map(({ identity }) => [markerOf(identity.marker), [] as RemoteItem[]]));
  const markers = new Set(found.keys());
  for (let page = 1, hasMore = true; hasMore; page++) {
    const listed = await listIssues(github, home, { sort: "created", since: wholeSeconds(since), page });
    for (const issue of listed.own) {
      for (const marker of new Set(markersIn(String(issue.body ?? ""), markers))) {
        found.get(marker)?.push(remoteItemOf(home, issue));
      }
    }
    hasMore = listed.hasMore;
  }
  const byNumber = (one: RemoteItem, other: RemoteItem) =>
    Number(one.external.number) - Number(other.external.number);
  return sought.map(({ identity }) => (found.get(markerOf(identity.marker)) ?? []).toSorted(byNumber));
}
