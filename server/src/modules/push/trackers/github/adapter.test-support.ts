import { expect } from "vitest";
import type { GitHubStandIn } from "../../../../../test/github/start.ts";
import { createOutbound } from "../../../../outbound/client.ts";
import { ungoverned } from "../../governor.ts";
import type { Created, CreatedOne, External, Item, Services, Tracker } from "../tracker.ts";
import { githubTracker } from "./tracker.ts";

const outbound = createOutbound({ allowPrivateNetwork: true });

/** An adapter towards a stand-in. */
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

/** A spec that nothing else is mistaken for. */
export function item(title: string, changes: Partial<Item> = {}): Item {
  const mark = `spec=${++made} signature=abc`;
  return {
    sort: "item",
    title,
    text: "",
    effort: null,
    handle: "PLAN-1 / SPEC-1",
    identity: { clientId: "00000000-0000-4000-8000-000000000000", mark },
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

export async function createMany(tracker: Tracker, target: string, titles: string[]): Promise<External[]> {
  const externals: External[] = [];
  for (const title of titles) {
    externals.push((await createOne(tracker, target, item(title))).seen.external);
  }
  return externals;
}

/** What a person has to know of a refusal. */
export const refusal = (message: string | RegExp) => ({
  done: false,
  error: expect.objectContaining({ outcome: "refused", message: expect.stringMatching(message) }),
});

export const written = { done: true, seen: null, caveats: [] };

/** What the stand-in was asked to change, without the repository. */
export const writes = ({ log }: GitHubStandIn, from = 0) =>
  log
    .slice(from)
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace(/^\/repos\/[^/]+\/[^/]+/, "")}`);

/** The adapter's rule: all that it sends is in GitHub's OpenAPI. */
export const expectValid = ({ violations }: GitHubStandIn) => expect(violations).toEqual([]);
