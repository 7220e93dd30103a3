/** A queued call. */
interface Waiting {
  workspaceId: string;
  userId: string;
  start(): void;
}

interface Joining {
  workspaceId: string;
  userId: string;
  signal: AbortSignal;
  /** Longest wait in milliseconds. */
  ms: number;
}

/**
 * Creates a fair queue: workspaces take turns, and so do members within each. A member's calls stay in order.
 */
export function createQueue() {
  const workspaces = new Map<string, Map<string, Waiting[]>>();

  function leave(waiting: Waiting): void {
    const people = workspaces.get(waiting.workspaceId);
    const own = people?.get(waiting.userId);
    if (!people || !own) return;
    own.splice(own.indexOf(waiting), 1);
    if (own.length === 0) people.delete(waiting.userId);
    if (people.size === 0) workspaces.delete(waiting.workspaceId);
  }

  return {
    /** Counts a workspace's queued calls. */
    waiting(workspaceId: string): number {
      const people = workspaces.get(workspaceId)?.values() ?? [];
      return [...people].reduce((sum, own) => sum + own.length, 0);
    },
    /** Waits for a turn. Resolves to false after a timeout or abort. */
    join({ workspaceId, userId, signal, ms }: Joining): Promise<boolean> {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const end = (isTurn: boolean) => {
          clearTimeout(timer);
          signal.removeEventListener("abort", giveUp);
          leave(waiting);
          resolve(isTurn);
        };
        const giveUp = () => end(false);
        const waiting: Waiting = { workspaceId, userId, start: () => end(true) };
        const timer = setTimeout(giveUp, ms);
        signal.addEventListener("abort", giveUp);
        const people = workspaces.get(workspaceId) ?? new Map<string, Waiting[]>();
        workspaces.set(workspaceId, people);
        people.set(userId, [...(people.get(userId) ?? []), waiting]);
      });
    },
    /** Returns the next call among workspaces with a free slot. The caller starts it, which dequeues it. */
    next(isFree: (workspaceId: string) => boolean): Waiting | null {
      for (const [workspaceId, people] of workspaces) {
        const [first] = people;
        if (!first || !isFree(workspaceId)) continue;
        const [userId, own] = first;
        // Moves the served workspace to the end.
        workspaces.delete(workspaceId);
        workspaces.set(workspaceId, people);
        people.delete(userId);
        people.set(userId, own);
        return own[0] ?? null;
      }
      return null;
    },
  };
}
