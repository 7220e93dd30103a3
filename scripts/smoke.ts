import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { readConfig } from "../server/src/config/config.ts";
import { openTracker } from "../server/src/modules/push/trackers/open.ts";
import type { External, Item, Outcome, Tracker } from "../server/src/modules/push/trackers/tracker.ts";
import { createOutbound } from "../server/src/outbound/client.ts";

/*
 * Tries the trackers with real credentials, those that the environment holds; each leaves a container and two items
 * in the place that it names. Use one that nobody minds.
 *
 * SMOKE_LINEAR_KEY, SMOKE_LINEAR_TEAM · SMOKE_JIRA_SITE, SMOKE_JIRA_ACCOUNT, SMOKE_JIRA_TOKEN, SMOKE_JIRA_PROJECT ·
 * SMOKE_GITHUB_TOKEN, SMOKE_GITHUB_REPOSITORY
 */
const { env } = process;
const trackers = [
  { id: "linear", secret: env.SMOKE_LINEAR_KEY, target: env.SMOKE_LINEAR_TEAM, site: "api.linear.app" },
  {
    id: "jira",
    secret: env.SMOKE_JIRA_TOKEN,
    target: env.SMOKE_JIRA_PROJECT,
    site: env.SMOKE_JIRA_SITE ?? "",
    account: env.SMOKE_JIRA_ACCOUNT,
  },
  {
    id: "github",
    secret: env.SMOKE_GITHUB_TOKEN,
    target: env.SMOKE_GITHUB_REPOSITORY,
    site: "api.github.com",
  },
];

const config = readConfig(env);
const outbound = createOutbound({ allowPrivateNetwork: false });
let tried = 0;
for (const { id, secret, target, site, account = null } of trackers) {
  if (!secret || !target) continue;
  tried++;
  console.log(`${id}: ${target}`);
  try {
    const credential = { connectorId: id, secret, site, account };
    await tryTracker(await openTracker({ config, outbound }, credential), target);
  } catch (error) {
    process.exitCode = 1;
    console.log(`  FAILED ${error instanceof Error ? error.message : error}`);
  }
}
await outbound.close();
if (tried === 0)
  console.log("Nothing was tried: no credentials are set. The first lines of this script name them.");

async function tryTracker(tracker: Tracker, target: string): Promise<void> {
  const since = new Date(Date.now() - 5 * 60_000);
  say("account", (await tracker.account()).name);
  say("target", JSON.stringify(await tracker.check(target)));
  const container = item("container", "Smoke test: plan", null);
  const plan = await create(tracker, target, container);
  const [first, second] = [item("item", "Smoke test: first", plan), item("item", "Smoke test: second", plan)];
  const made = [await create(tracker, target, first), await create(tracker, target, second)] as const;
  const again = await tracker.find(target, [{ sort: "item", identity: first.identity }], since);
  say("found by its identity", String(again[0]?.some(({ external }) => external.id === made[0].id)));
  const [seen] = await tracker.read(target, [{ sort: "item", external: made[0] }]);
  for (const field of ["title", "text", "effort"] as const)
    say(`says our ${field}`, String(seen ? tracker.says(seen, first, field) : "not there"));
  const changed = { ...first, title: `${first.title}, changed`, text: "Changed." };
  ok(
    "update",
    await tracker.update(target, [{ external: made[0], item: changed, write: ["title", "text"] }]),
  );
  const places = made.map((child) => ({
    sort: "item" as const,
    child,
    parent: first.parent,
    held: [null],
    overwrite: false,
  }));
  const need = { sort: "item" as const, issue: made[1], needed: made[0] };
  for (const round of ["", ", again"]) {
    ok(`place${round}`, await tracker.place(target, places));
    ok(`needs${round}`, await tracker.linkNeeds(target, [need]));
  }
  say("among what changed", String(await isAmongChanged(tracker, target, since, made[0])));
}

/** Searches show late what was written. */
async function isAmongChanged(tracker: Tracker, target: string, since: Date, { id }: External) {
  for (let tries = 0; tries < 10; tries++) {
    const { seen } = await tracker.changed(target, since, null);
    if (seen.some(({ external }) => external.id === id)) return true;
    await pause(3000);
  }
  return false;
}

function item(sort: Item["sort"], title: string, container: External | null): Item {
  const identity = { clientId: randomUUID(), mark: `smoke=${randomUUID()}` };
  const text = "A list:\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`code` and **bold**.";
  const effort = sort === "item" ? 3 : null;
  return { sort, title, text, effort, handle: "SMOKE", identity, parent: { container, items: [] } };
}

async function create(tracker: Tracker, target: string, wanted: Item): Promise<External> {
  const [made] = await tracker.create(target, [wanted]);
  if (!made?.done) throw made?.error ?? new Error("no outcome");
  say("created", `${made.seen.external.url} placed: ${made.placed} ${made.caveats.join(" ")}`);
  return made.seen.external;
}

function ok(what: string, outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) say(what, outcome.done ? "done" : `FAILED ${outcome.error.message}`);
}

function say(what: string, how: string): void {
  if (how === "false" || how.startsWith("FAILED")) process.exitCode = 1;
  console.log(`  ${what}: ${how}`);
}
