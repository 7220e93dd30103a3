import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type JiraStandIn, startJira } from "../../../../../test/jira/start.ts";
import { createOutbound } from "../../../../outbound/client.ts";
import { ungoverned } from "../../governor.ts";
import type { CreatedOne, External, Item, Outcome, Parent, Services, Tracker } from "../tracker.ts";
import { jiraTracker } from "./tracker.ts";

const { fetch } = createOutbound({ allowPrivateNetwork: true });

type Site = Pick<JiraStandIn, "url" | "token" | "email">;

/** An adapter on a stand-in, as the engine opens one. */
export const open = (site: Site, services: Partial<Services> = {}): Tracker =>
  jiraTracker({
    baseUrl: site.url,
    fetch,
    secret: site.token,
    account: site.email,
    governor: ungoverned,
    ...services,
  });

/** A stand-in that allows only what Jira's schemas do, whose search knows at once what was written, and an adapter on it. Use with `await using`. */
export async function world(options: Parameters<typeof startJira>[0] = {}) {
  const site = await startJira({ ...options, limits: { indexDelayMs: 0, ...options.limits } });
  const target = site.projectKey;
  const close = async () => {
    await site.close();
    expect(site.violations).toEqual([]);
  };
  return { site, target, tracker: open(site), [Symbol.asyncDispose]: close };
}

let count = 0;

export function item(title: string, over: Partial<Item> = {}): Item {
  const clientId = randomUUID();
  count += 1;
  return {
    sort: "item",
    title,
    text: `What ${title} is.`,
    effort: null,
    handle: `PLAN-1 / SPEC-${count}`,
    identity: { clientId, mark: `v1 ${clientId} signed` },
    parent: { container: null, items: [] },
    ...over,
  };
}

export const plan = (title: string, over: Partial<Item> = {}) => item(title, { sort: "container", ...over });

/** Made under a container, then under items. */
export const under = (container: External | null, ...items: External[]) => ({ parent: { container, items } });

/** Of a placement of something new, whose place people may change. */
export const plainly = { held: [null], overwrite: false };

/** Of a placement: where pushes may have left it. */
export const heldIn = (...places: { parent: Parent | null }[]) => ({
  held: places.map(({ parent }) => parent),
});

/** Creates one that must succeed. */
export async function make(tracker: Tracker, target: string, one: Item): Promise<CreatedOne> {
  const [made] = await tracker.create(target, [one]);
  if (!made?.done) throw made?.error ?? new Error("nothing was answered");
  return made;
}

export const made = async (tracker: Tracker, target: string, one: Item): Promise<External> =>
  (await make(tracker, target, one)).seen.external;

/** What is told of an outcome that failed. */
export function failure(outcome: Outcome | { done: boolean } | undefined) {
  if (!outcome || outcome.done || !("error" in outcome)) throw new Error("it did not fail");
  const { outcome: how, code, message, retryAfterSeconds } = outcome.error;
  return { outcome: how, code, message, retryAfterSeconds };
}
