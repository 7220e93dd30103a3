import { ApiError } from "../../../errors.ts";

/** The conversations with MCP servers that a process has at once: all of them, and those of one workspace. */
const most = { all: 32, workspace: 8 };

/** Those that are under way, by their workspaces, of each process's own way out. */
const underWay = new WeakMap<object, Map<string, number>>();

/**
 * Runs a conversation where there is a place for it: each may hold an answer in memory. Throws 503 where there is none;
 * to wait for one would let slow servers hold up the others.
 */
export async function inPlace<T>(process: object, workspaceId: string, run: () => Promise<T>): Promise<T> {
  const counts = underWay.get(process) ?? new Map<string, number>();
  underWay.set(process, counts);
  const own = counts.get(workspaceId) ?? 0;
  const all = counts.values().reduce((sum, count) => sum + count, 0);
  if (own >= most.workspace || all >= most.all)
    throw new ApiError(
      "unavailable",
      "Too many MCP servers are being asked at once. Repeat this in a moment.",
      undefined,
      { "retry-after": "2" },
    );
  counts.set(workspaceId, own + 1);
  try {
    return await run();
  } finally {
    const left = (counts.get(workspaceId) ?? 1) - 1;
    if (left > 0) counts.set(workspaceId, left);
    else counts.delete(workspaceId);
  }
}
