import type { Overview } from "./overview.ts";

/** The attempts of one process that are under way at once: all of them, those of one workspace, and to one host. */
const most = { all: 64, workspace: 16, host: 4 };

/**
 * Counts the attempts that are under way. A receiver that is slow takes the places of its host only, and a workspace with
 * many of those leaves room for others.
 */
export function createPlaces() {
  const taken = new Map<string, number>();
  const keysOf = ({ workspace_id, url }: Overview) =>
    [
      ["all", most.all],
      [`workspace ${workspace_id}`, most.workspace],
      // Workspaces do not hold each other back at a host that many of them use.
      [`host ${workspace_id} ${URL.parse(url)?.host}`, most.host],
    ] as const;
  const count = (key: string) => taken.get(key) ?? 0;

  return {
    /** Returns how many more attempts of a webhook may start now. */
    free: (webhook: Overview): number =>
      Math.max(0, Math.min(...keysOf(webhook).map(([key, limit]) => limit - count(key)))),
    /** Takes a place; the returned function gives it back. */
    take(webhook: Overview): () => void {
      const keys = keysOf(webhook);
      for (const [key] of keys) taken.set(key, count(key) + 1);
      return () => {
        for (const [key] of keys) {
          if (count(key) > 1) taken.set(key, count(key) - 1);
          else taken.delete(key);
        }
      };
    },
    /** Returns webhooks with those first whose host has the fewest attempts under way, and of these the longest due. */
    fairly: (webhooks: readonly Overview[]): Overview[] => {
      const busy = (webhook: Overview) => count(keysOf(webhook)[2][0]);
      return webhooks.toSorted((a, b) => busy(a) - busy(b) || ((a.due ?? "") < (b.due ?? "") ? -1 : 1));
    },
  };
}
