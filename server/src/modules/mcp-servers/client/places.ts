import { ApiError } from "../../../errors.ts";
import { createQueue } from "./queue.ts";

/** The conversations with MCP servers that a process has at once: all of them, and those of one workspace. */
const most = { all: 32, workspace: 8 };
/** The milliseconds that a person's call waits for a place, and the calls of a workspace that wait at once. */
const wait = { ms: 10_000, calls: 200 };

/** The person who waits for a place; those of a workspace take turns. */
export interface Caller {
  workspaceId: string;
  userId: string;
}

/** The places of each process's own way out. */
const placesOf = new WeakMap<object, ReturnType<typeof createPlaces>>();

/**
 * Runs a conversation if there is a place for it now: each may hold an answer in memory. Throws 503 where there is none;
 * nobody waits for what the service does by itself.
 */
export const inPlace = <T>(process: object, workspaceId: string, run: () => Promise<T>): Promise<T> =>
  of(process).run(workspaceId, null, run);

/** Runs a person's conversation, for whose place it waits up to ten seconds; then it throws 503. */
export const inTurn = <T>(
  process: object,
  { workspaceId, userId }: Caller,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> => of(process).run(workspaceId, { userId, signal }, run);

function of(process: object) {
  const places = placesOf.get(process) ?? createPlaces();
  placesOf.set(process, places);
  return places;
}

function createPlaces() {
  const underWay = new Map<string, number>();
  const queue = createQueue();
  let all = 0;
  const isFree = (workspaceId: string) => all < most.all && (underWay.get(workspaceId) ?? 0) < most.workspace;

  function take(workspaceId: string): void {
    all += 1;
    underWay.set(workspaceId, (underWay.get(workspaceId) ?? 0) + 1);
  }

  function giveBack(workspaceId: string): void {
    all -= 1;
    const left = (underWay.get(workspaceId) ?? 1) - 1;
    if (left > 0) underWay.set(workspaceId, left);
    else underWay.delete(workspaceId);
    for (let next = queue.next(isFree); next; next = queue.next(isFree)) {
      take(next.workspaceId);
      next.start();
    }
  }

  return {
    async run<T>(
      workspaceId: string,
      who: { userId: string; signal: AbortSignal } | null,
      run: () => Promise<T>,
    ): Promise<T> {
      if (isFree(workspaceId)) take(workspaceId);
      else if (who === null || queue.waiting(workspaceId) >= wait.calls) throw full();
      else if (!(await queue.join({ workspaceId, ...who, ms: wait.ms }))) throw full();
      try {
        return await run();
      } finally {
        giveBack(workspaceId);
      }
    },
  };
}

const full = () =>
  new ApiError(
    ...(["unavailable", "Too many MCP servers are being asked at once. Repeat this in a moment."] as const),
    ...([undefined, { "retry-after": "2" }] as const),
  );
