import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type LinearStandIn, type Options, startLinear } from "../../../../../test/linear/start.ts";
import { createOutbound } from "../../../../outbound/client.ts";
import { type Governor, type Limit, type LimitState, ungoverned } from "../../governor.ts";
import type { Created, CreatedOne, External, Item, Services, Tracker } from "../tracker.ts";
import { linearTracker } from "./tracker.ts";

const outbound = createOutbound({ allowPrivateNetwork: true });
const open: LinearStandIn[] = [];

/** For the `afterAll` of each file: files of tests may share a process. What was sent was all in Linear's schema. */
export async function endWorlds(): Promise<void> {
  const ended = open.splice(0);
  await Promise.all(ended.map((one) => one.close()));
  expect(ended.flatMap((one) => one.violations)).toEqual([]);
}

export const services = (
  linear: Pick<LinearStandIn, "url" | "token">,
  more: Partial<Services> = {},
): Services => ({
  baseUrl: linear.url,
  fetch: outbound.fetch,
  secret: linear.token,
  account: null,
  governor: ungoverned,
  ...more,
});

/** A stand-in and the adapter in front of it. `endWorlds` ends them. */
export async function world(
  options: Options = {},
  more: Partial<Services> = {},
): Promise<{ linear: LinearStandIn; tracker: Tracker; team: string }> {
  const linear = await startLinear(options);
  open.push(linear);
  const tracker = linearTracker(services(linear, more));
  await tracker.check(linear.teamKey);
  return { linear, tracker, team: linear.teamKey };
}

/** A governor that lets all through and keeps what it was told. */
export function listening() {
  const taken: string[] = [];
  const learnt: { limit: Limit; state: LimitState }[] = [];
  const governor: Governor = {
    take: async ({ name }) => void taken.push(name),
    learn: async (limit, state) => void learnt.push({ limit, state }),
  };
  return { governor, taken, learnt };
}

let made = 0;

export function item(more: Partial<Item> = {}): Item {
  made += 1;
  return {
    sort: "item",
    title: `Item ${made}`,
    text: `Text ${made}.`,
    effort: null,
    handle: `PLAN-1 / SPEC-${made}`,
    identity: { clientId: randomUUID(), mark: `mark${made}` },
    parent: { container: null, items: [] },
    ...more,
  };
}

export const container = (more: Partial<Item> = {}) => item({ sort: "container", handle: "PLAN-1", ...more });

/** The things that were made; fails the test where one was not. */
export const done = (created: readonly Created[]): CreatedOne[] =>
  created.map((one) => {
    if (one.done) return one;
    throw one.error;
  });

/** Makes issues that the test needs. */
export async function issues(tracker: Tracker, team: string, count: number): Promise<External[]> {
  const items = Array.from({ length: count }, () => item());
  return done(await tracker.create(team, items)).map(({ seen }) => seen.external);
}

/** As many as there are mutations of that name in the documents that were sent. */
export const sent = (linear: LinearStandIn, operation: string) =>
  linear.log.filter(({ operations }) => operations?.includes(operation)).length;
