import { unavailable } from "../serialized-error.ts";
import { Costs } from "./costs.ts";

interface Waiter {
  owner: string;
  begin(): void;
}

/**
 * Returns a function that runs at most `places` tasks at once, never all for one owner if there are at least
 * two. The waiting owner with the lowest recent cost goes next. Throws 503 if `mostWaiting` are queued.
 */
export function fairTurns(slots: number, mostWaiting: number) {
  const mostOfOwner = Math.max(1, slots - 1);
  const costs = new Costs();
  const running = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let all = 0;

  const mayBegin = ({ owner }: Pick<Waiter, "owner">) =>
    all < slots && (running.get(owner) ?? 0) < mostOfOwner;
  const count = (owner: string, change: 1 | -1) => {
    all += change;
    const own = (running.get(owner) ?? 0) + change;
    if (own === 0) running.delete(owner);
    else running.set(owner, own);
  };
  const beginNext = () => {
    let next: Waiter | undefined;
    for (const waiter of waiting)
      if (mayBegin(waiter) && (!next || costs.of(waiter.owner) < costs.of(next.owner))) next = waiter;
    if (!next) return;
    waiting.delete(next);
    count(next.owner, 1);
    next.begin();
    beginNext();
  };

  return async <T>(owner: string, run: () => Promise<T>): Promise<T> => {
    if (mayBegin({ owner })) count(owner, 1);
    else if (waiting.size >= mostWaiting) throw unavailable("too many wait already");
    else await new Promise<void>((begin) => waiting.add({ owner, begin }));
    const from = performance.now();
    try {
      return await run();
    } finally {
      costs.add(owner, (performance.now() - from) / 1000);
      count(owner, -1);
      beginNext();
    }
  };
}
