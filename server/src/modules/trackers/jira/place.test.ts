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
  const one = await made(tracker, target, plan("One"));
  const two = await made(tracker, target, plan("Two"));
  const three = await made(tracker, target, plan("Three"));
  const child = await made(tracker, target, item("Spec", under(one)));
  const place = (placement: Placement) => tracker.place(target, [placement]);
  const parent = (of = child) => site.dump().issues.find(({ key }) => key === of.key)?.parent;
  const people = (key: string | null) => site.drift.edit(child.key, { parent: key });
  const writes = () => site.log.filter(({ method }) => method === "PUT").length;
  return { ...jira, one, two, three, child, place, parent, people, writes };
}

test("an issue that a user moved under another stays there, and nothing is written", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people, writes } = jira;
  people(three.key);
  for (const to of [under(two), nowhere])
    for (const possibleParents of [
      possiblyUnder(under(one)),
      possiblyUnder(nowhere, under(one)),
      possiblyUnder(),
    ])
      expect(await place(move(child, to, possibleParents))).toEqual(left(child, "put under another issue"));
  expect(parent()).toBe(three.key);
  expect(writes()).toBe(0);
});

test("an issue that a user took out of its parent stays out; one that a push took out does not", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people } = jira;
  people(null);
  for (const possibleParents of [possiblyUnder(under(one)), possiblyUnder(under(one), under(three))])
    expect(await place(move(child, under(two), possibleParents))).toEqual(
      left(child, "taken out of its parent"),
    );
  expect(parent()).toBeNull();
  expect(await place(move(child, nowhere, possiblyUnder(under(one))))).toEqual(done);
  expect(await place(move(child, under(two), possiblyUnder(under(one), nowhere)))).toEqual(done);
  expect(parent()).toBe(two.key);
});

test("an issue that Jira took out because its parent was deleted moves to its requested parent", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people, site } = jira;
  site.drift.delete(one.key);
  expect(parent()).toBeNull();
  const either = possiblyUnder(under(one), under(three));
  expect(await place(move(child, under(two), either))).toEqual(left(child, "taken out of its parent"));
  for (const gone of [possiblyUnder(under(one)), possiblyUnder()]) {
    people(null);
    expect(await place(move(child, under(two), gone))).toEqual(done);
    expect(parent()).toBe(two.key);
  }
});

test("a parent that a user chose is overwritten if requested, or if nobody knows where pushes left the issue", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people } = jira;
  for (const how of [{ ...possiblyUnder(under(one)), overwrite: true }, unknownPlaces]) {
    for (const theirs of [three.key, null]) {
      people(theirs);
      expect(await place(move(child, under(two), how))).toEqual(done);
      expect(parent()).toBe(two.key);
    }
    people(three.key);
    expect(await place(move(child, nowhere, how))).toEqual(done);
    expect(parent()).toBeNull();
  }
});

test("an issue that a user moved to its requested parent, or back to where a push left it, is no conflict", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people } = jira;
  people(two.key);
  expect(await place(move(child, under(two), possiblyUnder(under(one))))).toEqual(done);
  expect(await place(move(child, under(three), possiblyUnder(under(two))))).toEqual(done);
  people(one.key);
  people(three.key);
  expect(await place(move(child, under(one), possiblyUnder(under(three))))).toEqual(done);
  expect(parent()).toBe(one.key);
});

test("a place from a call that was never answered counts as the push's own", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, site } = jira;
  site.faults.next({ method: "PUT" }, { after: "cut" });
  expect(await place(move(child, under(two), possiblyUnder(under(one))))).toMatchObject([{ done: false }]);
  expect(parent()).toBe(two.key);
  const either = possiblyUnder(under(one), under(two), under(three));
  expect(await place(move(child, under(three), either))).toEqual(done);
  expect(parent()).toBe(three.key);
});

test("placing a new issue costs one call to read it and one to move it", async () => {
  await using jira = await epics();
  const { tracker, target, two, place, site } = jira;
  const child = await made(tracker, target, item("New"));
  const before = site.log.length;
  expect(await place(move(child, under(two)))).toEqual(done);
  expect(site.log.slice(before).map(({ method }) => method)).toEqual(["POST", "PUT"]);
});

test("a spec deeper than Jira's levels moves along with its parent here, unless a user moved it", async () => {
  await using jira = await epics();
  const { tracker, target, one, two, child: a, place, parent, site } = jira;
  const d = await made(tracker, target, item("D", under(two)));
  const e = await made(tracker, target, item("E", under(two)));
  const b = await made(tracker, target, item("B", under(one, a)));
  const deep = await Promise.all(
    ["C", "F"].map((name) => make(tracker, target, item(name, under(one, a, b)))),
  );
  const [c, f] = deep.map(({ remote }) => remote.external) as [ExternalRef, ExternalRef];
  site.drift.edit(f.key, { parent: e.key });
  expect(await place(move(b, under(two, d), possiblyUnder(under(one, a))))).toEqual(done);
  const possibleParents = possiblyUnder(under(one, a, b));
  expect(await place(move(c, under(two, d, b), possibleParents))).toMatchObject([{ done: true }]);
  expect(parent(c)).toBe(d.key);
  expect(await place(move(f, under(two, d, b), possibleParents))).toEqual(left(f, "put under another issue"));
  expect(parent(f)).toBe(e.key);
  // This holds even if its parent here, never its parent in Jira, is gone.
  site.drift.delete(b.key);
  expect(await place(move(c, under(two, e), possiblyUnder(under(two, d, b))))).toEqual(done);
  expect(parent(c)).toBe(e.key);
});
