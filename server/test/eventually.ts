import { vi } from "vitest";

/** Returns a check's result once it passes, retrying for up to a minute. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });
