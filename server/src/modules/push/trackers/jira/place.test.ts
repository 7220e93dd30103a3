import { expect, test } from "vitest";
import type { External, Outcome, Placement } from "../tracker.ts";
import { heldIn, item, made, make, plainly, plan, under, world } from "./jira.test-support.ts";

const move = (child: External, to: Pick<Placement, "parent">, over: Partial<Placement> = {}): Placement => ({
  ...{ sort: "item", child, ...plainly },
  ...to,
  ...over,
});
const nowhere = { parent: null };
const nobodyKnows = { held: null };
const done: Outcome[] = [{ done: true, seen: null, caveats: [] }];

/** Nothing was written, and it is said why. */
const left = (child: External, how: "put under another issue" | "taken out of its parent"): Outcome[] => [
  { done: true, seen: null, caveats: [], left: `${child.key} was ${how} in Jira; it was left there.` },
];

/** Three epics and a spec that was made under the first. */
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

test("what people put under another issue is left there, and nothing is written", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people, writes } = jira;
  people(three.key);
  for (const to of [under(two), nowhere])
    for (const held of [heldIn(under(one)), heldIn(nowhere, under(one)), heldIn()])
      expect(await place(move(child, to, held))).toEqual(left(child, "put under another issue"));
  expect(parent()).toBe(three.key);
  expect(writes()).toBe(0);
});

test("what people took out of its parent is left there; taken out by a push it is not", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people } = jira;
  people(null);
  for (const held of [heldIn(under(one)), heldIn(under(one), under(three))])
    expect(await place(move(child, under(two), held))).toEqual(left(child, "taken out of its parent"));
  expect(parent()).toBeNull();
  expect(await place(move(child, nowhere, heldIn(under(one))))).toEqual(done);
  expect(await place(move(child, under(two), heldIn(under(one), nowhere)))).toEqual(done);
  expect(parent()).toBe(two.key);
});

test("what Jira took out because its parent was deleted goes where it belongs", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people, site } = jira;
  site.drift.delete(one.key);
  expect(parent()).toBeNull();
  const either = heldIn(under(one), under(three));
  expect(await place(move(child, under(two), either))).toEqual(left(child, "taken out of its parent"));
  for (const gone of [heldIn(under(one)), heldIn()]) {
    people(null);
    expect(await place(move(child, under(two), gone))).toEqual(done);
    expect(parent()).toBe(two.key);
  }
});

test("people's place is written over where that is asked for, or nobody knows where pushes left it", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people } = jira;
  for (const how of [{ ...heldIn(under(one)), overwrite: true }, nobodyKnows]) {
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

test("what people put where it belongs, or back where a push left it, is no conflict", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people } = jira;
  people(two.key);
  expect(await place(move(child, under(two), heldIn(under(one))))).toEqual(done);
  expect(await place(move(child, under(three), heldIn(under(two))))).toEqual(done);
  people(one.key);
  people(three.key);
  expect(await place(move(child, under(one), heldIn(under(three))))).toEqual(done);
  expect(parent()).toBe(one.key);
});

test("where calls that were never answered put it is a push's doing", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, site } = jira;
  site.faults.next({ method: "PUT" }, { after: "cut" });
  expect(await place(move(child, under(two), heldIn(under(one))))).toMatchObject([{ done: false }]);
  expect(parent()).toBe(two.key);
  const either = heldIn(under(one), under(two), under(three));
  expect(await place(move(child, under(three), either))).toEqual(done);
  expect(parent()).toBe(three.key);
});

test("what is new costs no more calls than to see it and to put it", async () => {
  await using jira = await epics();
  const { tracker, target, two, place, site } = jira;
  const child = await made(tracker, target, item("New"));
  const before = site.log.length;
  expect(await place(move(child, under(two)))).toEqual(done);
  expect(site.log.slice(before).map(({ method }) => method)).toEqual(["POST", "PUT"]);
});

test("what lies deeper than Jira has levels moves along with what it lies under here, unless people moved it", async () => {
  await using jira = await epics();
  const { tracker, target, one, two, child: a, place, parent, site } = jira;
  const d = await made(tracker, target, item("D", under(two)));
  const e = await made(tracker, target, item("E", under(two)));
  const b = await made(tracker, target, item("B", under(one, a)));
  const deep = await Promise.all(
    ["C", "F"].map((name) => make(tracker, target, item(name, under(one, a, b)))),
  );
  const [c, f] = deep.map(({ seen }) => seen.external) as [External, External];
  site.drift.edit(f.key, { parent: e.key });
  expect(await place(move(b, under(two, d), heldIn(under(one, a))))).toEqual(done);
  const held = heldIn(under(one, a, b));
  expect(await place(move(c, under(two, d, b), held))).toMatchObject([{ done: true }]);
  expect(parent(c)).toBe(d.key);
  expect(await place(move(f, under(two, d, b), held))).toEqual(left(f, "put under another issue"));
  expect(parent(f)).toBe(e.key);
  // Also where what it lies under here is gone, which Jira did not have it under.
  site.drift.delete(b.key);
  expect(await place(move(c, under(two, e), heldIn(under(two, d, b))))).toEqual(done);
  expect(parent(c)).toBe(e.key);
});
