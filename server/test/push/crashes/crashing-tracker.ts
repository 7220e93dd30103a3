import { type OpenTracker, openTracker } from "../../../src/modules/trackers/registry.ts";
import type { Fetch } from "../../../src/outbound/client.ts";

/** The worker dies at its n-th network call, before sending it or after it ran unheard. */
export interface Crash {
  call: number;
  when: "before" | "after";
}

/** Adapters whose worker dies or is delayed on demand. */
export interface CrashingTracker {
  openTracker: OpenTracker;
  /** Runs until it ends or dies; restarts the call count. */
  live<T>(life: () => Promise<T>, death: Crash | null): Promise<T | "died">;
  /** Calls in the current life. */
  calls(): number;
  /** Holds back the answer to the n-th call of the next life. */
  pauseAt(call: number): { reached: Promise<void>; release: () => void };
}

export function crashingTracker(): CrashingTracker {
  let death: Crash | null = null;
  let calls = 0;
  let die = () => {};
  let held: { call: number; reached: () => void; released: Promise<void> } | null = null;
  const forever = () => new Promise<Response>(() => die());
  const dying =
    (fetch: Fetch): Fetch =>
    async (...given) => {
      const call = calls++;
      const last = call === death?.call;
      if (last && death?.when === "before") return forever();
      const answer = await fetch(...given);
      if (call === held?.call) {
        const { reached, released } = held;
        held = null;
        reached();
        await released;
      }
      return last ? forever() : answer;
    };
  return {
    openTracker: ({ config, outbound }, credential) => {
      const { fetch, trustedFetch } = outbound;
      const mortals = { ...outbound, fetch: dying(fetch), trustedFetch: dying(trustedFetch) };
      return openTracker({ config, outbound: mortals }, credential);
    },
    calls: () => calls,
    live(life, at) {
      [death, calls] = [at, 0];
      const dead = new Promise<"died">((resolve) => {
        die = () => resolve("died");
      });
      return Promise.race([life(), dead]);
    },
    pauseAt(call) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      held = { call, reached: reached.resolve, released: released.promise };
      return { reached: reached.promise, release: released.resolve };
    },
  };
}
