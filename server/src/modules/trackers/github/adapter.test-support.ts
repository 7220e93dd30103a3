import type { GitHubStandIn } from "@groundplan/tracker-stand-ins/github";
import { expect } from "vitest";
import { createOutbound } from "../../../outbound/client.ts";
import { ungoverned } from "../limits/governor.ts";
import type { Created, CreatedOne, ExternalRef, Item, Services, Tracker } from "../tracker.ts";
import { githubTracker } from "./tracker.ts";

const outbound = createOutbound({ allowPrivateNetwork: true });

export function openAdapter({ url, token }: GitHubStandIn, services: Partial<Services> = {}): Tracker {
  const { trustedFetch: fetch } = outbound;
  return githubTracker({
    baseUrl: url,
    fetch,
    secret: token,
    account: null,
    governor: ungoverned,
    ...services,
  });
}

let made = 0;

/** Returns a distinct spec. */
export function item(title: string, changes: Partial<Item> = {}): Item {
  const mark = `spec=${++made} signature=abc`;
  return {
    kind: "item",
    title,
    text: "",
    effort: null,
    status: null,
    details: null,
    handle: "PLAN-1 / SPEC-1",
    identity: { clientId: "00000000-0000-4000-8000-000000000000", marker: mark },
    parent: { container: null, items: [] },
    ...changes,
  };
}

export async function createOne(tracker: Tracker, target: string, one: Item): Promise<CreatedOne> {
  const [created] = await tracker.create(target, [one]);
  return expectCreated(created);
}

function expectCreated(created: Created | undefined): CreatedOne {
  if (!created?.done) throw new Error(`not created: ${JSON.stringify(created)}`);
  return created;
}

export async function createMany(tracker: Tracker, target: string, titles: string[]): Promise<ExternalRef[]> {
  const externals: ExternalRef[] = [];
  for (const title of titles) {
    externals.push((await createOne(tracker, target, item(title))).remote.external);
  }
  return externals;
}

export const refusal = (message: string | RegExp) => ({
  done: false,
  error: expect.objectContaining({ outcome: "refused", message: expect.stringMatching(message) }),
});

export const written = { done: true, remote: null, caveats: [] };

/** Returns the writes received by the stand-in, without the repository. */
export const writes = ({ log }: GitHubStandIn, from = 0) =>
  log
    .slice(from)
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace(/^\/repos\/[^/]+\/[^/]+/, "")}`);

/** Checks that all requests conform to GitHub's OpenAPI. */
export const expectValid = ({ violations }: GitHubStandIn) => expect(violations).toEqual([]);
