import { afterEach, expect, it, vi } from "vitest";
import { newId } from "./ids.ts";

afterEach(() => vi.useRealTimers());

it("ids sort by creation, within a millisecond and when the clock is set back", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const made: string[] = [];
  for (const ms of [0, 0, 1, -11_000, -60_000, -86_400_000, 5]) {
    vi.setSystemTime(Date.now() + ms);
    for (let n = 0; n < 1000; n++) made.push(newId());
  }
  expect(made).toEqual([...new Set(made)].sort());
});
