import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { trackerDetails } from "../../contract/src/integrations/tracker-keys.ts";
import { readConfig } from "../../server/src/config/config.ts";
import { adapterOf, openTracker } from "../../server/src/modules/trackers/registry.ts";
import type {
  Details,
  DetailWrites,
  ExternalRef,
  Item,
  Outcome,
  Tracker,
} from "../../server/src/modules/trackers/tracker.ts";
import { createOutbound } from "../../server/src/outbound/client.ts";

/*
 * Tries the trackers with real credentials. Each try leaves a container and two items at the destination.
 *
 * SMOKE_LINEAR_KEY, SMOKE_LINEAR_TEAM · SMOKE_JIRA_SITE, SMOKE_JIRA_ACCOUNT, SMOKE_JIRA_TOKEN,
 * SMOKE_JIRA_PROJECT · SMOKE_GITHUB_TOKEN, SMOKE_GITHUB_REPOSITORY
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
    const tracker = await openTracker({ config, outbound }, credential);
    const issue = await tryTracker(tracker, target);
    await tryDetails(tracker, target, issue, trackerDetails[adapterOf(id).provider]);
  } catch (error) {
    process.exitCode = 1;
    console.log(`  FAILED ${error instanceof Error ? error.message : error}`);
  }
}
await outbound.close();
if (tried === 0)
  console.log("Nothing was tried: no credentials are set. scripts/smoke/trackers.ts names them.");

/** Returns one of the issues that it makes. */
async function tryTracker(tracker: Tracker, target: string): Promise<ExternalRef> {
  const since = new Date(Date.now() - 5 * 60_000);
  say("account", (await tracker.account()).name);
  say("target", JSON.stringify(await tracker.check(target)));
  const container = item("container", "Smoke test: plan", null);
  const plan = await create(tracker, target, container);
  const [first, second] = [item("item", "Smoke test: first", plan), item("item", "Smoke test: second", plan)];
  const created = [await create(tracker, target, first), await create(tracker, target, second)] as const;
  const again = await tracker.find(target, [{ kind: "item", identity: first.identity }], since);
  say("found by its identity", String(again[0]?.some(({ external }) => external.id === created[0].id)));
  const [remote] = await tracker.read(target, [{ kind: "item", external: created[0] }]);
  for (const field of ["title", "text", "effort"] as const)
    say(`says our ${field}`, String(remote ? tracker.matches(remote, first, field) : "not there"));
  const changed = { ...first, title: `${first.title}, changed`, text: "Changed." };
  ok(
    "update",
    await tracker.update(target, [{ external: created[0], item: changed, write: ["title", "text"] }]),
  );
  const places = created.map((child) => ({
    kind: "item" as const,
    child,
    parent: first.parent,
    possibleParents: [null],
    overwrite: false,
  }));
  const need = { kind: "item" as const, issue: created[1], needed: created[0] };
  for (const round of ["", ", again"]) {
    ok(`place${round}`, await tracker.place(target, places));
    ok(`needs${round}`, await tracker.link(target, [need]));
  }
  say("among what changed", String(await isAmongChanged(tracker, target, since, created[0])));
  return created[0];
}

/** Sets what the tracker can hold of labels, priority and due date. Assignees are somebody's, so they are not tried. */
async function tryDetails(
  tracker: Tracker,
  target: string,
  external: ExternalRef,
  supported: readonly (keyof Details)[],
): Promise<void> {
  const dueDate = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const label = { name: "Smoke test", color: "#0e8a16" };
  const details: Details = { labels: [label], priority: 2, dueDate };
  const wanted = { ...item("item", "Smoke test: first", null), details };
  const place = { kind: "item" as const, external };
  const [before] = await tracker.read(target, [place]);
  if (!before) return say("details", "FAILED the issue is not there");
  const writes: DetailWrites = { labels: { add: [label], remove: [] } };
  for (const detail of ["priority", "dueDate"] as const) {
    if (!supported.includes(detail)) continue;
    const term = tracker.termOf(before, wanted, detail);
    if ("why" in term) say(detail, `left: ${term.why}`);
    else writes[detail] = term.value;
  }
  const write = Object.keys(writes) as (keyof DetailWrites)[];
  ok("details", await tracker.update(target, [{ external, item: wanted, write, details: writes }]));
  const [after] = await tracker.read(target, [place]);
  const terms = await tracker.labelTerms(target, [label.name]);
  say("says our labels", String(after?.details.labels.includes(terms.get(label.name) ?? "") === true));
  for (const detail of ["priority", "dueDate"] as const)
    if (writes[detail] !== undefined)
      say(`says our ${detail}`, String(after?.details[detail] === writes[detail]));
}

/** Returns true once the change shows, waiting since searches lag behind writes. */
async function isAmongChanged(tracker: Tracker, target: string, since: Date, { id }: ExternalRef) {
  for (let tries = 0; tries < 10; tries++) {
    const { remote } = await tracker.changed(target, since, null);
    if (remote.some(({ external }) => external.id === id)) return true;
    await pause(3000);
  }
  return false;
}

function item(kind: Item["kind"], title: string, container: ExternalRef | null): Item {
  const identity = { clientId: randomUUID(), marker: `smoke=${randomUUID()}` };
  const text = "A list:\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`code` and **bold**.";
  const effort = kind === "item" ? 3 : null;
  return {
    kind,
    title,
    text,
    effort,
    status: null,
    details: null,
    handle: "SMOKE",
    identity,
    parent: { container, items: [] },
  };
}

async function create(tracker: Tracker, target: string, wanted: Item): Promise<ExternalRef> {
  const [created] = await tracker.create(target, [wanted]);
  if (!created?.done) throw created?.error ?? new Error("no outcome");
  say("created", `${created.remote.external.url} placed: ${created.placed} ${created.caveats.join(" ")}`);
  return created.remote.external;
}

function ok(what: string, outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) say(what, outcome.done ? "done" : `FAILED ${outcome.error.message}`);
}

function say(what: string, how: string): void {
  if (how === "false" || how.startsWith("FAILED")) process.exitCode = 1;
  console.log(`  ${what}: ${how}`);
}
