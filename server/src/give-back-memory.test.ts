import { getHeapSpaceStatistics } from "node:v8";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { giveBackMemory } from "./give-back-memory.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const newSpace = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.physical_space_size ?? 0;

/** Creates objects that survive several collections, so that the new space grows. */
function grow(): void {
  const alive: object[][] = [];
  for (let n = 0; n < 400; n++) {
    alive.push(Array.from({ length: 2000 }, (_, id) => ({ id })));
    if (alive.length > 20) alive.shift();
  }
}

it("shrinks the new space at the end of the first idle second of the thread", () => {
  grow();
  const grown = newSpace();
  expect(grown).toBeGreaterThan(1_500_000);
  let isIdle = false;
  giveBackMemory(() => isIdle);
  vi.advanceTimersByTime(3000);
  expect(newSpace()).toBeGreaterThan(1_500_000);
  isIdle = true;
  vi.advanceTimersByTime(1000);
  expect(newSpace()).toBeLessThan(1_500_000);
});

it("does so once", () => {
  let asked = 0;
  giveBackMemory(() => {
    asked++;
    return true;
  });
  vi.advanceTimersByTime(10_000);
  expect(asked).toBe(1);
  expect("gc" in globalThis).toBe(false);
});
