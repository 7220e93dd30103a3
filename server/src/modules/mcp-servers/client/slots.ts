import { ApiError } from "../../../errors.ts";
import { createQueue } from "./queue.ts";

/** Concurrent conversations per process and per workspace. */
const most = { all: 32, workspace: 8 };
/** Milliseconds that a member's call waits for a slot, and calls of a workspace that may wait. */
const wait = { ms: 10_000, calls: 200 };

/** The waiting member; a workspace's members take turns. */
export interface Caller {
  workspaceId: string;
  userId: string;
}

/** Slots per process. */
const slotsOf = new WeakMap<object, ReturnType<typeof createSlots>>();

/**
 * Runs a conversation if a slot is free; throws 503 otherwise. For the service's own work, which doesn't
 * queue.
 */
export const inFreeSlot = <T>(process: object, workspaceId: string, run: () => Promise<T>): Promise<T> =>
  slotsIn(process).run(workspaceId, null, run);

/** Runs a member's conversation after waiting up to ten seconds for a slot, then throws 503. */
export const inTurn = <T>(
  process: object,
  { workspaceId, userId }: Caller,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> => slotsIn(process).run(workspaceId, { userId, signal }, run);

function slotsIn(process: object) {
  const slots = slotsOf.get(process) ?? createSlots();
  slotsOf.set(process, slots);
  return slots;
}

function createSlots() {
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
