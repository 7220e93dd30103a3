import type { Overview } from "./overview.ts";

/** Concurrent attempts per process, workspace and host. */
const most = { all: 64, workspace: 16, host: 4 };

/** Limits concurrent attempts, so that slow receivers and busy workspaces leave capacity for others. */
export function createSlots() {
  const taken = new Map<string, number>();
  const keysOf = ({ workspace_id, url }: Overview) =>
    [
      ["all", most.all],
      [`workspace ${workspace_id}`, most.workspace],
      // Per workspace, so that tenants of a popular host don't block each other.
      [`host ${workspace_id} ${URL.parse(url)?.host}`, most.host],
    ] as const;
  const count = (key: string) => taken.get(key) ?? 0;

  return {
    /** Returns how many more attempts may start. */
    free: (webhook: Overview): number =>
      Math.max(0, Math.min(...keysOf(webhook).map(([key, limit]) => limit - count(key)))),
    /** Takes a slot and returns a function to release it. */
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
    /** Sorts webhooks by their host's running attempts, then by due time. */
    fairly: (webhooks: readonly Overview[]): Overview[] => {
      const busy = (webhook: Overview) => count(keysOf(webhook)[2][0]);
      return webhooks.toSorted((a, b) => busy(a) - busy(b) || ((a.due ?? "") < (b.due ?? "") ? -1 : 1));
    },
  };
}
