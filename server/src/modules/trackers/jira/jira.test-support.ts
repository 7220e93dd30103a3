import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type JiraStandIn, startJira } from "../../../../test/jira/start.ts";
import { createOutbound } from "../../../outbound/client.ts";
import { ungoverned } from "../limits/governor.ts";
import type { CreatedOne, ExternalRef, Item, Outcome, Parent, Services, Tracker } from "../tracker.ts";
import { jiraTracker } from "./tracker.ts";

const { fetch } = createOutbound({ allowPrivateNetwork: true });

type Site = Pick<JiraStandIn, "url" | "token" | "email">;

/** Opens an adapter on a stand-in, as a push opens one. */
export const open = (site: Site, services: Partial<Services> = {}): Tracker =>
  jiraTracker({
    baseUrl: site.url,
    fetch,
    secret: site.token,
    account: site.email,
    governor: ungoverned,
    ...services,
  });

/**
 * Starts a stand-in that allows only what Jira's schemas do and whose search knows at once what was written, with an
 * adapter on it. Use with `await using`.
 */
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
    kind: "item",
    title,
    text: `What ${title} is.`,
    effort: null,
    status: null,
    handle: `PLAN-1 / SPEC-${count}`,
    identity: { clientId, marker: `v1 ${clientId} signed` },
    parent: { container: null, items: [] },
    ...over,
  };
}

export const plan = (title: string, over: Partial<Item> = {}) => item(title, { kind: "container", ...over });

/** Returns a parent: under a container, then under items. */
export const under = (container: ExternalRef | null, ...items: ExternalRef[]) => ({
  parent: { container, items },
});

/** The fields of a placement of something new, whose place people may change. */
export const newPlacement = { possibleParents: [null], overwrite: false };

/** Returns the fields of a placement with the places where pushes may have left it. */
export const possiblyUnder = (...places: { parent: Parent | null }[]) => ({
  possibleParents: places.map(({ parent }) => parent),
});

/** Creates one item; fails the test where that fails. */
export async function make(tracker: Tracker, target: string, one: Item): Promise<CreatedOne> {
  const [made] = await tracker.create(target, [one]);
  if (!made?.done) throw made?.error ?? new Error("nothing was answered");
  return made;
}

export const made = async (tracker: Tracker, target: string, one: Item): Promise<ExternalRef> =>
  (await make(tracker, target, one)).remote.external;

/** Returns what an outcome that failed says. */
export function failure(outcome: Outcome | { done: boolean } | undefined) {
  if (!outcome || outcome.done || !("error" in outcome)) throw new Error("it did not fail");
  const { outcome: how, code, message, retryAfterSeconds } = outcome.error;
  return { outcome: how, code, message, retryAfterSeconds };
}
