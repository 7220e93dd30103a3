import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { yieldingQueue } from "./yielding-queue.ts";

const numbers = (count: number) => [...Array(count).keys()];

let told: number[];
const tell = (item: number) => told.push(item);
beforeEach(() => {
  told = [];
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => vi.useRealTimers());

it("other work gets a turn between two items", async () => {
  const spread = yieldingQueue(tell);
  spread.add(numbers(3));
  for (const seen of [1, 2, 3]) {
    expect(told).toEqual(numbers(seen));
    await setImmediate();
  }
});

it("if turns are long, no item waits for more than one of them", async () => {
  const spread = yieldingQueue(tell);
  for (let turn = 1; turn <= 5; turn++) {
    spread.add(numbers(100));
    expect(told.length).toBeLessThan(turn * 100);
    vi.advanceTimersByTime(10);
    await setImmediate();
    expect(told).toHaveLength(turn * 100);
  }
});

it("the remaining items can be delivered at once, in order and each once", async () => {
  const spread = yieldingQueue(tell);
  spread.add(numbers(10));
  spread.flush();
  expect(told).toEqual(numbers(10));
  spread.add([10]);
  await setImmediate();
  await setImmediate();
  expect(told).toEqual(numbers(11));
});
