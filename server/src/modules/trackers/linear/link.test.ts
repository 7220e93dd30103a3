import { afterAll, expect, it } from "vitest";
import { container, done, endWorlds, issues, sent, world } from "./testing.ts";

afterAll(endWorlds);

const nowhere = { id: "00000000-0000-4000-8000-000000000000", number: 1, key: "ENG-0", url: "" };
const fine = { done: true, remote: null, caveats: [] };

async function needs(count: number) {
  const all = await world();
  const [needed = nowhere, ...rest] = await issues(all.tracker, all.team, count + 1);
  return { ...all, needed, needs: rest.map((issue) => ({ kind: "item" as const, issue, needed })) };
}

const blocked = ({ linear }: Awaited<ReturnType<typeof needs>>) =>
  linear.dump().issues.map(({ blockedBy }) => blockedBy.length);

it("25 dependencies are read once and written once; repeating that, or their removal, writes nothing", async () => {
  const all = await needs(25);
  const { linear, tracker, team } = all;
  for (const _ of [1, 2]) {
    expect(await tracker.link(team, all.needs)).toEqual(all.needs.map(() => fine));
    expect(blocked(all)).toEqual([0, ...all.needs.map(() => 1)]);
    expect(sent(linear, "issueRelationCreate")).toBe(1);
  }
  for (const _ of [1, 2]) {
    expect(await tracker.unlink(team, all.needs)).toEqual(all.needs.map(() => fine));
    expect(blocked(all)).toEqual([0, ...all.needs.map(() => 0)]);
    expect(sent(linear, "issueRelationDelete")).toBe(1);
  }
  expect(linear.violations).toEqual([]);
});

it("the same dependency twice in a call is one relation", async () => {
  const all = await needs(1);
  const [need] = all.needs;
  if (!need) throw new Error("no need");
  expect(await all.tracker.link(all.team, [need, need])).toEqual([fine, fine]);
  expect(blocked(all)).toEqual([0, 1]);
});

it("relations beyond the first page count too", async () => {
  const all = await needs(120);
  for (let index = 0; index < 120; index += 25)
    await all.tracker.link(all.team, all.needs.slice(index, index + 25));
  const before = sent(all.linear, "issueRelationCreate");
  expect(await all.tracker.link(all.team, all.needs.slice(0, 25))).toEqual(
    all.needs.slice(0, 25).map(() => fine),
  );
  expect(await all.tracker.link(all.team, all.needs.slice(95))).toEqual(all.needs.slice(95).map(() => fine));
  expect(sent(all.linear, "issueRelationCreate")).toBe(before);
  expect(blocked(all)).toEqual([0, ...all.needs.map(() => 1)]);
  expect(all.linear.violations).toEqual([]);
});

it("a refused dependency does not fail the others", async () => {
  const all = await needs(4);
  const bad = [
    { kind: "item" as const, issue: all.needed, needed: all.needed },
    { kind: "item" as const, issue: nowhere, needed: all.needed },
  ];
  const mixed = [...all.needs.slice(0, 2), ...bad, ...all.needs.slice(2)];
  const outcomes = await all.tracker.link(all.team, mixed);
  expect(outcomes.map(({ done }) => done)).toEqual([true, true, false, false, true, true]);
  expect(outcomes[2]).toMatchObject({ error: { outcome: "refused", code: "invalid" } });
  expect(outcomes[3]).toMatchObject({ error: { outcome: "refused", code: "missing" } });
  expect(blocked(all)).toEqual([0, 1, 1, 1, 1]);
});

it("a link that someone else created or removed in between counts as done", async () => {
  const all = await needs(2);
  let isFirst = true;
  all.linear.onRequest(async ({ operations }) => {
    const writes = operations?.some((name) => name.startsWith("issueRelation"));
    if (!writes || !isFirst) return undefined;
    isFirst = false;
    if (operations?.includes("issueRelationCreate")) await all.tracker.link(all.team, all.needs.slice(0, 1));
    else await all.tracker.unlink(all.team, all.needs.slice(0, 1));
    return undefined;
  });
  expect(await all.tracker.link(all.team, all.needs)).toEqual([fine, fine]);
  expect(blocked(all)).toEqual([0, 1, 1]);
  isFirst = true;
  expect(await all.tracker.unlink(all.team, all.needs)).toEqual([fine, fine]);
  expect(blocked(all)).toEqual([0, 0, 0]);
});

it("a link whose answer was lost exists once after the retry", async () => {
  const all = await needs(3);
  all.linear.faults.next({ path: "issueRelationCreate" }, { after: "cut" });
  await expect(all.tracker.link(all.team, all.needs)).rejects.toMatchObject({ outcome: "unknown" });
  expect(await all.tracker.link(all.team, all.needs)).toEqual([fine, fine, fine]);
  expect(blocked(all)).toEqual([0, 1, 1, 1]);
});

it("projects depend on each other, from the end of the one to the start of the other", async () => {
  const { linear, tracker, team } = await world();
  const [needed, issue] = done(await tracker.create(team, [container(), container()])).map(
    ({ remote }) => remote.external,
  );
  const need = { kind: "container" as const, issue: issue ?? nowhere, needed: needed ?? nowhere };
  for (const _ of [1, 2]) expect(await tracker.link(team, [need])).toEqual([fine]);
  const [first, second] = linear.dump().projects;
  expect(first?.relations).toMatchObject([
    { type: "dependency", anchorType: "end", relatedAnchorType: "start", related: issue?.id },
  ]);
  expect(second?.blockedBy).toEqual([needed?.id]);
  for (const _ of [1, 2]) expect(await tracker.unlink(team, [need])).toEqual([fine]);
  expect(linear.dump().projects[0]?.relations).toEqual([]);
  expect(linear.violations).toEqual([]);
});
