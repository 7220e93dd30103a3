import { randomUUID } from "node:crypto";
import { type LinearStandIn, type Options, startLinear } from "@groundplan/tracker-stand-ins/linear";
import { expect } from "vitest";
import { createOutbound } from "../../../outbound/client.ts";
import { type Governor, type Limit, type LimitState, ungoverned } from "../limits/governor.ts";
import type { Created, CreatedOne, ExternalRef, Item, Services, Tracker } from "../tracker.ts";
import { linearTracker } from "./tracker.ts";

const outbound = createOutbound({ allowPrivateNetwork: true });
const open: LinearStandIn[] = [];

/**
 * Ends all stand-ins of a file in `afterAll`, as files may share a process. Checks all requests against
 * Linear's schema.
 */
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

/** Starts a stand-in with an adapter; ended by `endWorlds`. */
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

/** Returns a no-op governor that records its calls. */
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
    kind: "item",
    title: `Item ${made}`,
    text: `Text ${made}.`,
    effort: null,
    status: null,
    details: null,
    handle: `PLAN-1 / SPEC-${made}`,
    identity: { clientId: randomUUID(), marker: `mark${made}` },
    parent: { container: null, items: [] },
    ...more,
  };
}

export const container = (more: Partial<Item> = {}) => item({ kind: "container", handle: "PLAN-1", ...more });

/** Returns the created items; fails the test if one was not created. */
export const done = (created: readonly Created[]): CreatedOne[] =>
  created.map((one) => {
    if (one.done) return one;
    throw one.error;
  });

export async function issues(tracker: Tracker, team: string, count: number): Promise<ExternalRef[]> {
  const items = Array.from({ length: count }, () => item());
  return done(await tracker.create(team, items)).map(({ remote }) => remote.external);
}

/** Counts the sent mutations of that name. */
export const sent = (linear: LinearStandIn, operation: string) =>
  linear.log.filter(({ operations }) => operations?.includes(operation)).length;
