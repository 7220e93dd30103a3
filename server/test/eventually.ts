import { vi } from "vitest";

/** Returns what a check returns once it passes; a busy machine may take a minute until then. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });
