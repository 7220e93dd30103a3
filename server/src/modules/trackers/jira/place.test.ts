import { expect, test } from "vitest";
import type { ExternalRef, Outcome, Placement } from "../tracker.ts";
import { item, made, make, newPlacement, plan, possiblyUnder, under, world } from "./jira.test-support.ts";

const move = (
  child: ExternalRef,
  to: Pick<Placement, "parent">,
  over: Partial<Placement> = {},
): Placement => ({
  kind: "item",
  child,
  ...newPlacement,
  ...to,
  ...over,
});
const nowhere = { parent: null };
const unknownPlaces = { possibleParents: null };
const done: Outcome[] = [{ done: true, remote: null, caveats: [] }];

/** Returns the outcome of an unwritten placement. */
const left = (child: ExternalRef, how: "put under another issue" | "taken out of its parent"): Outcome[] => [
  { done: true, remote: null, caveats: [], left: `${child.key} was ${how} in Jira; it was left there.` },
];

/** Creates three epics, and a spec under the first. */
async function epics() {
  const jira = await world();
  const { tracker, target, site } = jira;
  const first = await made(tracker, target, plan("One"));
  const second = await made(tracker, target, plan("Two"));
  const third = await made(tracker, target, plan("Three"));
  const child = await made(tracker, target, item("Spec", under(first)));
  const place = (placement: Placement) => tracker.place(target, [placement]);
  const parent = (of = child) => site.dump().issues.find(({ key }) => key === of.key)?.parent;
  const people = (key: string | null) => site.drift.edit(child.key, { parent: key });
  const writes = () => site.log.filter(({ method }) => method === "PUT").length;
  return { ...jira, first, second, third, child, place, parent, people, writes };
}

test("an issue that a user moved under another stays there, and nothing is written", async () => {
  await using jira = await epics();
  const { first, second, third, child, place, parent, people, writes } = jira;
  people(third.key);
  for (const to of [under(second), nowhere])
    for (const possibleParents of [
      possiblyUnder(under(first)),
      possiblyUnder(nowhere, under(first)),
      possiblyUnder(),
    ])
      expect(await place(move(child, to, possibleParents))).toEqual(left(child, "put under another issue"));
  expect(parent()).toBe(third.key);
  expect(writes()).toBe(0);
});

test("an issue that a user took out of its parent stays out; one that a push took out does not", async () => {
  await using jira = await epics();
  const { first, second, third, child, place, parent, people } = jira;
  people(null);
  for (const possibleParents of [possiblyUnder(under(first)), possiblyUnder(under(first), under(third))])
    expect(await place(move(child, under(second), possibleParents))).toEqual(
      left(child, "taken out of its parent"),
    );
  expect(parent()).toBeNull();
  expect(await place(move(child, nowhere, possiblyUnder(under(first))))).toEqual(done);
  expect(await place(move(child, under(second), possiblyUnder(under(first), nowhere)))).toEqual(done);
  expect(parent()).toBe(second.key);
});

test("an issue that Jira took out because its parent was deleted moves to its requested parent", async () => {
  await using jira = await epics();
  const { first, second, third, child, place, parent, people, site } = jira;
  site.drift.delete(first.key);
  expect(parent()).toBeNull();
  const either = possiblyUnder(under(first), under(third));
  expect(await place(move(child, under(second), either))).toEqual(left(child, "taken out of its parent"));
  for (const gone of [possiblyUnder(under(first)), possiblyUnder()]) {
    people(null);
    expect(await place(move(child, under(second), gone))).toEqual(done);
    expect(parent()).toBe(second.key);
  }
});

test("a parent that a user chose is overwritten if requested, or if nobody knows where pushes left the issue", async () => {
  await using jira = await epics();
  const { first, second, third, child, place, parent, people } = jira;
  for (const how of [{ ...possiblyUnder(under(first)), overwrite: true }, unknownPlaces]) {
    for (const theirs of [third.key, null]) {
      people(theirs);
      expect(await place(move(child, under(second), how))).toEqual(done);
      expect(parent()).toBe(second.key);
    }
    people(third.key);
    expect(await place(move(child, nowhere, how))).toEqual(done);
    expect(parent()).toBeNull();
  }
});

test("an issue that a user moved to its requested parent, or back to where a push left it, is no conflict", async () => {
  await using jira = await epics();
  const { first, second, third, child, place, parent, people } = jira;
  people(second.key);
  expect(await place(move(child, under(second), possiblyUnder(under(first))))).toEqual(done);
  expect(await place(move(child, under(third), possiblyUnder(under(second))))).toEqual(done);
  people(first.key);
  people(third.key);
  expect(await place(move(child, under(first), possiblyUnder(under(third))))).toEqual(done);
  expect(parent()).toBe(first.key);
});

test("a place from a call that was never answered counts as the push's own", async () => {
  await using jira = await epics();
  const { first, second, third, child, place, parent, site } = jira;
  site.faults.next({ method: "PUT" }, { after: "cut" });
  expect(await place(move(child, under(second), possiblyUnder(under(first))))).toMatchObject([
    { done: false },
  ]);
  expect(parent()).toBe(second.key);
  const either = possiblyUnder(under(first), under(second), under(third));
  expect(await place(move(child, under(third), either))).toEqual(done);
  expect(parent()).toBe(third.key);
});

test("placing a new issue costs one call to read it and one to move it", async () => {
  await using jira = await epics();
  const { tracker, target, second, place, site } = jira;
  const child = await made(tracker, target, item("New"));
  const before = site.log.length;
  expect(await place(move(child, under(second)))).toEqual(done);
  expect(site.log.slice(before).map(({ method }) => method)).toEqual(["POST", "PUT"]);
});

test("a spec deeper than Jira's levels moves along with its parent here, unless a user moved it", async () => {
  await using jira = await epics();
  const { tracker, target, first, second, child: a, place, parent, site } = jira;
  const d = await made(tracker, target, item("D", under(second)));
  const e = await made(tracker, target, item("E", under(second)));
  const b = await made(tracker, target, item("B", under(first, a)));
  const deep = await Promise.all(
    ["C", "F"].map((name) => make(tracker, target, item(name, under(first, a, b)))),
  );
  const [c, f] = deep.map(({ remote }) => remote.external) as [ExternalRef, ExternalRef];
  site.drift.edit(f.key, { parent: e.key });
  expect(await place(move(b, under(second, d), possiblyUnder(under(first, a))))).toEqual(done);
  const possibleParents = possiblyUnder(under(first, a, b));
  expect(await place(move(c, under(second, d, b), possibleParents))).toMatchObject([{ done: true }]);
  expect(parent(c)).toBe(d.key);
  expect(await place(move(f, under(second, d, b), possibleParents))).toEqual(
    left(f, "put under another issue"),
  );
  expect(parent(f)).toBe(e.key);
  // This holds even if its parent here, never its parent in Jira, is gone.
  site.drift.delete(b.key);
  expect(await place(move(c, under(second, e), possiblyUnder(under(second, d, b))))).toEqual(done);
  expect(parent(c)).toBe(e.key);
});
