import { expect, test } from "vitest";
import type { External, Outcome, Placement } from "../tracker.ts";
import { item, made, make, plainly, plan, under, world } from "./jira.test-support.ts";

const move = (child: External, to: Pick<Placement, "parent">, over: Partial<Placement> = {}): Placement => ({
  ...{ sort: "item", child, before: null, ...plainly },
  ...to,
  ...over,
});
const nowhere = { parent: null };
const left = (caveat: string): Outcome[] => [{ done: true, seen: null, caveats: [caveat] }];
const done: Outcome[] = [{ done: true, seen: null, caveats: [] }];

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
  return { ...jira, one, two, three, child, place, parent, people };
}

test("what people put under another issue stays there, with a caveat", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people } = jira;
  people(three.key);
  const caveat = `${child.key} was put under another issue in Jira; it was left there.`;
  for (const to of [under(two), nowhere]) {
    expect(await place(move(child, to, { before: one }))).toEqual(left(caveat));
    expect(parent()).toBe(three.key);
  }
});

test("what people took out of its parent stays out, with a caveat; taken out by a push it needs none", async () => {
  await using jira = await epics();
  const { one, two, child, place, parent, people } = jira;
  people(null);
  const caveat = `${child.key} was taken out of its parent in Jira; it was left there.`;
  expect(await place(move(child, under(two), { before: one }))).toEqual(left(caveat));
  expect(parent()).toBeNull();
  expect(await place(move(child, nowhere, { before: one }))).toEqual(done);
});

test("what Jira took out because its parent was deleted goes where it belongs", async () => {
  await using jira = await epics();
  const { one, two, child, place, parent, site } = jira;
  site.drift.delete(one.key);
  expect(parent()).toBeNull();
  expect(await place(move(child, under(two), { before: one }))).toEqual(done);
  expect(parent()).toBe(two.key);
});

test("people's place is written over where that is asked for", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people } = jira;
  for (const theirs of [three.key, null]) {
    people(theirs);
    expect(await place(move(child, under(two), { before: one, overwrite: true }))).toEqual(done);
    expect(parent()).toBe(two.key);
  }
});

test("what people put where it belongs, or back where a push left it, is no conflict", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people } = jira;
  people(two.key);
  expect(await place(move(child, under(two), { before: one }))).toEqual(done);
  expect(await place(move(child, under(three), { before: two }))).toEqual(done);
  people(one.key);
  people(three.key);
  expect(await place(move(child, under(one), { before: two }))).toEqual(done);
  expect(parent()).toBe(one.key);
});

test("where a call that was never answered put it is a push's doing", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, site } = jira;
  site.faults.next({ method: "PUT" }, { after: "cut" });
  expect(await place(move(child, under(two), { before: one }))).toMatchObject([{ done: false }]);
  expect(parent()).toBe(two.key);
  expect(await place(move(child, under(three), { before: one, maybe: two }))).toEqual(done);
  expect(parent()).toBe(three.key);
});

test("without a note on the issue the ledger says what was a push's doing", async () => {
  await using jira = await epics();
  const { one, two, three, child, place, parent, people, site } = jira;
  const forget = async () => {
    const path = `${site.url}/rest/api/3/issue/${child.id}/properties/groundplan-place`;
    const authorization = `Basic ${Buffer.from(`${site.email}:${site.token}`).toString("base64")}`;
    expect((await fetch(path, { method: "DELETE", headers: { authorization } })).status).toBe(204);
  };
  await forget();
  expect(await place(move(child, under(two)))).toMatchObject([{ caveats: [expect.anything()] }]);
  expect(await place(move(child, under(two), { before: three, maybe: one }))).toEqual(done);
  await forget();
  people(null);
  expect(await place(move(child, under(one), { before: two }))).toMatchObject([
    { caveats: [expect.anything()] },
  ]);
  expect(await place(move(child, under(one)))).toEqual(done);
  expect(parent()).toBe(one.key);
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
  expect(await place(move(b, under(two, d), { before: a }))).toEqual(done);
  expect(await place(move(c, under(two, d, b), { before: b }))).toMatchObject([{ done: true }]);
  expect(parent(c)).toBe(d.key);
  const caveat = `${f.key} was put under another issue in Jira; it was left there.`;
  expect(await place(move(f, under(two, d, b), { before: b }))).toEqual(left(caveat));
  expect(parent(f)).toBe(e.key);
});
