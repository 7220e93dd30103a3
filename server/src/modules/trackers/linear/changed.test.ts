import fc from "fast-check";
import { expect, it } from "vitest";
import { findChanges } from "./changed.ts";
import type { Linear } from "./client.ts";

const at = (ms: number) => new Date(ms).toISOString();

interface Filter {
  updatedAt: { gt: string; lte?: string };
}

/** Issues changed at these times, listed newest first as by Linear. */
function changedAt(times: readonly number[]): { linear: Linear; asked: () => number } {
  let asked = 0;
  const all = times
    .map((time, number) => ({ id: `${number}`, time }))
    .toSorted((one, other) => other.time - one.time);
  const whole = ({ id, time }: { id: string; time: number }) => ({
    id,
    identifier: `ENG-${id}`,
    number: Number(id),
    url: "",
    title: "",
    description: null,
    estimate: null,
    archivedAt: null,
    trashed: null,
    updatedAt: at(time),
    state: { type: "backlog" },
    priority: 0,
    dueDate: null,
    labelIds: [],
    assignee: null,
  });
  const linear: Linear = async (_document, { ids, filter, first, after } = {}) => {
    asked += 1;
    const answer = (issues: unknown) => ({ data: { issues }, errors: new Map(), now: new Date() });
    if (Array.isArray(ids)) return answer({ nodes: all.filter(({ id }) => ids.includes(id)).map(whole) });
    const { gt, lte = at(8e15) } = (filter as Filter).updatedAt;
    const found = all.filter(({ time }) => time > Date.parse(gt) && time <= Date.parse(lte));
    const start = Number(after ?? 0);
    const end = start + Number(first);
    const pageInfo = { hasNextPage: end < found.length, endCursor: `${end}` };
    return answer({ nodes: found.slice(start, end).map(whole), pageInfo });
  };
  return { linear, asked: () => asked };
}

async function everything(linear: Linear, since: number) {
  const times: number[] = [];
  let next: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof findChanges>> = await findChanges(
      linear,
      "team",
      new Date(since),
      next,
    );
    times.push(...page.remote.map(({ updatedAt }) => Date.parse(updatedAt)));
    next = page.next;
  } while (next !== null);
  return times;
}

it("every change comes once, the oldest first, whenever it was", async () => {
  const cluster = fc.record({
    time: fc.nat(100_000),
    count: fc.integer({ min: 1, max: 130 }),
    step: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(cluster, { maxLength: 5 }), async (clusters) => {
      const times = clusters.flatMap(({ time, count, step }) =>
        Array.from({ length: count }, (_, n) => 1000 + time + n * step),
      );
      const { linear } = changedAt(times);
      expect(await everything(linear, 1000)).toEqual(
        times.filter((time) => time > 1000).toSorted((one, other) => one - other),
      );
    }),
    { numRuns: 30 },
  );
});

it("a few changes, or none, take one or two requests", async () => {
  const few = changedAt(Array.from({ length: 50 }, (_, n) => 2000 + n));
  expect(await everything(few.linear, 1000)).toHaveLength(50);
  expect(few.asked()).toBe(2);
  const none = changedAt([500]);
  expect(await everything(none.linear, 1000)).toEqual([]);
  expect(none.asked()).toBe(1);
});
