import { randomUUID } from "node:crypto";
import { type JiraStandIn, startJira } from "@groundplan/tracker-stand-ins/jira";
import { expect } from "vitest";
import { createOutbound } from "../../../outbound/client.ts";
import { ungoverned } from "../limits/governor.ts";
import type { CreatedOne, ExternalRef, Item, Outcome, Parent, Services, Tracker } from "../tracker.ts";
import { jiraTracker } from "./tracker.ts";

const { fetch } = createOutbound({ allowPrivateNetwork: true });

type Site = Pick<JiraStandIn, "url" | "token" | "email">;

/** Opens an adapter on a stand-in, as for a push. */
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
 * Starts a stand-in that enforces Jira's schemas and has no search delay, with an adapter. Use with `await
 * using`.
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
    details: null,
    handle: `PLAN-1 / SPEC-${count}`,
    identity: { clientId, marker: `v1 ${clientId} signed` },
    parent: { container: null, items: [] },
    ...over,
  };
}

export const plan = (title: string, over: Partial<Item> = {}) => item(title, { kind: "container", ...over });

export const under = (container: ExternalRef | null, ...items: ExternalRef[]) => ({
  parent: { container, items },
});

/** Placement fields of a new item, which users may move. */
export const newPlacement = { possibleParents: [null], overwrite: false };

/** Returns placement fields with the possible parents. */
export const possiblyUnder = (...places: { parent: Parent | null }[]) => ({
  possibleParents: places.map(({ parent }) => parent),
});

/** Creates one item; a refusal fails the test. */
export async function make(tracker: Tracker, target: string, one: Item): Promise<CreatedOne> {
  const [made] = await tracker.create(target, [one]);
  if (!made?.done) throw made?.error ?? new Error("nothing was answered");
  return made;
}

export const made = async (tracker: Tracker, target: string, one: Item): Promise<ExternalRef> =>
  (await make(tracker, target, one)).remote.external;

/** Returns the error of a failed outcome. */
export function failure(outcome: Outcome | { done: boolean } | undefined) {
  if (!outcome || outcome.done || !("error" in outcome)) throw new Error("it did not fail");
  const { outcome: how, code, message, retryAfterSeconds } = outcome.error;
  return { outcome: how, code, message, retryAfterSeconds };
}
