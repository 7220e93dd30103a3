import { tokens } from "@groundplan/tracker-stand-ins/linear";
import { afterAll, describe, expect, it } from "vitest";
import type { ExternalRef, Field, Parent, Placement, RemoteItem } from "../tracker.ts";
import { container, done, endWorlds, issues, item, sent, services, world } from "./testing.ts";
import { linearTracker } from "./tracker.ts";

afterAll(endWorlds);

describe("a target", () => {
  it("is a team, listed in Linear's pages", async () => {
    const { tracker } = await world();
    expect((await tracker.account()).name).toBe("planner (Acme)");
    const first = await tracker.targets(null, 1);
    const second = await tracker.targets(first.next, 1);
    const all = [...first.targets, ...second.targets].map(({ label, target, url }) => ({
      label,
      target,
      url,
    }));
    expect(all).toContainEqual({
      label: "Team ENG (ENG)",
      target: { teamKey: "ENG" },
      url: "https://linear.app/acme/team/ENG",
    });
    expect(all).toHaveLength(2);
    expect(second.next).toBe(null);
  });

  it("is called at the base address, even if that includes the path already", async () => {
    const { linear } = await world();
    const tracker = linearTracker(services(linear, { baseUrl: `${linear.url}/graphql` }));
    expect((await tracker.account()).name).toBe("planner (Acme)");
  });

  it("is refused if it is archived, or not shown to the account", async () => {
    const { linear, tracker } = await world();
    await expect(tracker.check("NONE")).rejects.toMatchObject({ outcome: "refused", code: "access" });
    linear.drift.archiveTeam("OPS");
    await expect(tracker.check("OPS")).rejects.toThrow("The team OPS is archived in Linear.");
    const { now, isPublic } = await tracker.check("ENG");
    expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(5000);
    expect(isPublic).toBe(false);
  });
});

describe("creating", () => {
  it("creates projects and issues in their places, under ids of ours, 50 issues in one call", async () => {
    const { linear, tracker, team } = await world();
    const [plan] = done(await tracker.create(team, [container({ title: "Plan", text: "About it." })]));
    const [above] = done(
      await tracker.create(team, [
        item({ title: "Above", parent: { container: plan?.remote.external ?? null, items: [] } }),
      ]),
    );
    const parent = {
      container: plan?.remote.external ?? null,
      items: above ? [above.remote.external] : [],
    };
    const items = Array.from({ length: 49 }, (_, index) =>
      item({ title: `Child ${index}`, parent, effort: 4 }),
    );
    const mixed = [container({ parent }), ...items];
    const created = done(await tracker.create(team, mixed));
    expect(created.map(({ remote }) => remote.external.id)).toEqual(
      mixed.map(({ identity }) => identity.clientId),
    );
    expect(created.every(({ placed }) => placed)).toBe(true);
    const { issues: all, projects } = linear.dump();
    expect(projects).toMatchObject([
      {
        name: "Plan",
        description: "PLAN-1",
        content: "About it.\n\n---\n\nPLAN-1 in Groundplan",
        teams: [team],
      },
      { content: expect.stringContaining(`Part of ${plan?.remote.external.url}\n\nPLAN-1 in Groundplan`) },
    ]);
    expect(all).toHaveLength(50);
    expect(all.at(-1)).toMatchObject({
      title: "Child 48",
      parent: above?.remote.external.key,
      project: plan?.remote.external.id,
      estimate: 5,
    });
    expect(sent(linear, "issueBatchCreate")).toBe(2);
    expect(linear.violations).toEqual([]);
  });

  it("splits items that would make a very long request", async () => {
    const { linear, tracker, team } = await world();
    const items = Array.from({ length: 30 }, () => item({ text: "word ".repeat(19_000) }));
    done(await tracker.create(team, items));
    expect(sent(linear, "issueBatchCreate")).toBe(3);
    expect(linear.dump().issues).toHaveLength(30);
  });

  it("returns each item's outcome when a batch is refused for one of them", async () => {
    const { linear, tracker, team } = await world({ limits: { description: 500 } });
    const items = [item(), item({ text: "x".repeat(600) }), item()];
    const created = await tracker.create(team, items);
    expect(created.map((one) => one.done)).toEqual([true, false, true]);
    expect(created[1]).toMatchObject({
      error: {
        outcome: "refused",
        code: "invalid",
        message: "Linear rejected the request as invalid (the text).",
      },
    });
    expect(linear.dump().issues).toHaveLength(2);
  });

  it.each(["input", "argument", "conflict", "internal"] as const)(
    "reports an item whose id is used already (%s) as `unknown`, and creates the others",
    async (usedId) => {
      const { linear, tracker, team } = await world({ unknowns: { usedId } });
      const [first, plan, other] = [item(), container(), item()];
      done(await tracker.create(team, [first, plan]));
      const again = await tracker
        .create(team, usedId === "internal" ? [first, plan] : [first, plan, other])
        .catch((error: unknown) => [
          { done: false, error },
          { done: false, error },
        ]);
      expect(again.slice(0, 2)).toMatchObject([
        { done: false, error: { outcome: "unknown" } },
        { done: false, error: { outcome: "unknown" } },
      ]);
      expect(linear.dump().issues.map(({ id }) => id)).toEqual(
        usedId === "internal"
          ? [first.identity.clientId]
          : [first.identity.clientId, other.identity.clientId],
      );
      const found = await tracker.find(team, [first, plan, item()], new Date(0));
      expect(found.map((remote) => remote.map(({ external }) => external.id))).toEqual([
        [first.identity.clientId],
        [plan.identity.clientId],
        [],
      ]);
    },
  );

  it("maps efforts to the team's scale, and reports once that a team without estimates takes none", async () => {
    const scales = { linear: 5, fibonacci: 8, tShirt: 8, exponential: 16 } as const;
    for (const [estimation, most] of Object.entries(scales)) {
      const setting = { key: "ABC", estimation: estimation as keyof typeof scales };
      const { linear, tracker, team } = await world({ teams: [setting] });
      const efforts = [1, 2, 3, 4, 5, null];
      const items = efforts.map((effort) => item({ effort }));
      const created = done(await tracker.create(team, items));
      expect(linear.dump().issues.at(-2)).toMatchObject({ estimate: most });
      expect(linear.dump().issues.at(-1)).toMatchObject({ estimate: null });
      expect(created.flatMap(({ caveats }) => caveats)).toEqual([]);
      for (const [index, result] of created.entries()) {
        for (const [other, compared] of items.entries()) {
          expect(tracker.matches(result.remote, compared, "effort")).toBe(index === other);
        }
      }
    }
    const { tracker, linear } = await world({ teams: [{ key: "OFF" }] });
    const estimated = item({ effort: 3 });
    const [first, second, none] = done(await tracker.create("OFF", [estimated, item({ effort: 1 }), item()]));
    expect(first?.caveats).toEqual(["Efforts were left out: the Linear team OFF does not use estimates."]);
    expect(second?.caveats).toEqual(first?.caveats);
    expect(none?.caveats).toEqual([]);
    expect(first && tracker.matches(first.remote, estimated, "effort")).toBe(true);
    expect(linear.violations).toEqual([]);
  });
});

describe("updating", () => {
  it("writes the named fields only, and returns Linear's form of them", async () => {
    const { linear, tracker, team } = await world();
    const old = [item({ effort: 1 }), item({ effort: 1 }), container()];
    const made = done(await tracker.create(team, old));
    linear.drift.edit(made[0]?.remote.external.id ?? "", { labels: ["Bug"], state: "In Progress" });
    const item2 = { title: "New", text: "* New text  ", effort: 5 };
    const fields = [["title"], ["text", "effort"], ["title", "text"]] as const;
    const changes = old.map((one, index) => ({
      external: made[index]?.remote.external ?? { id: "", number: null, key: "", url: "" },
      item: { ...one, ...item2 },
      write: [...(fields[index] ?? [])],
    }));
    const outcomes = await tracker.update(team, changes);
    const dumped = linear.dump();
    expect(dumped.issues).toMatchObject([
      {
        title: "New",
        description: expect.stringContaining("Text"),
        estimate: 1,
        labels: ["Bug"],
        state: "In Progress",
      },
      { title: old[1]?.title, description: expect.stringMatching(/^- New text\n/), estimate: 8 },
    ]);
    expect(dumped.projects).toMatchObject([{ name: "New", content: expect.stringMatching(/^- New text\n/) }]);
    expect(sent(linear, "issueUpdate")).toBe(1);
    const remote = outcomes.map((one) => (one.done ? one.remote : null));
    expect(remote.map((one) => one?.fields)).toEqual([
      { title: "New", text: old[0]?.text, effort: "1" },
      { title: old[1]?.title, text: "- New text", effort: "8" },
      { title: "New", text: "- New text", effort: "" },
    ]);
    expect(
      await tracker.read(
        team,
        changes.map(({ external, item: { kind } }) => ({ external, kind })),
      ),
    ).toEqual(remote);
    expect(linear.violations).toEqual([]);
  });

  it("says that a title was cut if it doesn't write the text, which begins with the whole", async () => {
    const { tracker, team } = await world();
    const old = [item(), container()];
    const made = done(await tracker.create(team, old));
    const outcomesOf = (write: Field[]) =>
      tracker.update(
        team,
        old.map((one, index) => ({
          external: made[index]?.remote.external ?? never(),
          item: { ...one, title: "word ".repeat(60) },
          write,
        })),
      );
    const caveat = (handle: string, most: number) =>
      `The title of ${handle} was cut: Linear takes ${most} characters.`;
    expect(await outcomesOf(["title"])).toMatchObject([
      { done: true, caveats: [caveat(old[0]?.handle ?? "", 255)] },
      { done: true, caveats: [caveat("PLAN-1", 80)] },
    ]);
    expect(await outcomesOf(["title", "text"])).toMatchObject([{ caveats: [] }, { caveats: [] }]);
  });

  it("removes an effort, and sends nothing when there is nothing to send", async () => {
    const { linear, tracker, team } = await world();
    const issue = item({ effort: 2 });
    const [made] = done(await tracker.create(team, [issue]));
    const external = made?.remote.external ?? never();
    await tracker.update(team, [{ external, item: { ...issue, effort: null }, write: ["effort"] }]);
    expect(linear.dump().issues[0]?.estimate).toBe(null);
    await tracker.check("OPS");
    const asked = linear.log.length;
    expect(await tracker.update("OPS", [{ external, item: issue, write: ["effort"] }])).toMatchObject([
      { done: true, remote: null, caveats: [expect.stringContaining("does not use estimates")] },
    ]);
    expect(linear.log).toHaveLength(asked);
  });

  it("keeps the outcomes of the others when one is refused, wherever it stands", async () => {
    const { linear, tracker, team } = await world();
    const all = await issues(tracker, team, 5);
    const lost = { id: "00000000-0000-4000-8000-000000000000", number: 1, key: "ENG-0", url: "" };
    for (const path of [0, 2, 5]) {
      const externals = all.toSpliced(path, 0, lost);
      const changes = externals.map((external, n) => ({
        external,
        item: item({ title: `At ${path}, ${n}` }),
        write: ["title" as const],
      }));
      const outcomes = await tracker.update(team, changes);
      expect(outcomes.map((one) => one.done)).toEqual(externals.map((one) => one !== lost));
      expect(outcomes[path]).toMatchObject({ error: { outcome: "refused", code: "missing" } });
      const titles = changes.filter(({ external }) => external !== lost).map(({ item: { title } }) => title);
      expect(linear.dump().issues.map(({ title }) => title)).toEqual(titles);
    }
  });
});

describe("placing", () => {
  /** Creates a child, its former parent, other issues, and three projects, one of them a user's. */
  async function scene() {
    const { linear, tracker, team } = await world();
    const made = done(await tracker.create(team, [container(), container(), container()]));
    const [plan = never(), other = never(), people = never()] = made.map(({ remote }) => remote.external);
    const all = await issues(tracker, team, 4);
    const [parent = never(), child = never(), second = never(), third = never()] = all;
    const under = (...items: ExternalRef[]) => ({ container: plan, items });
    const place = async (
      to: Parent | null,
      possibleParents: Placement["possibleParents"] = [null],
      overwrite = false,
    ) => (await tracker.place(team, [{ kind: "item", child, parent: to, possibleParents, overwrite }]))[0];
    const lies = () => {
      const found = linear.dump().issues.find(({ id }) => id === child.id);
      return [found?.parent ?? null, found?.project ?? null];
    };
    const left = (words: string) => ({
      done: true,
      remote: null,
      caveats: [],
      left: `${child.key} ${words}`,
    });
    return {
      linear,
      tracker,
      team,
      plan,
      other,
      people,
      parent,
      child,
      second,
      third,
      under,
      place,
      lies,
      left,
    };
  }

  it("puts issues under others and takes them out, and asks nothing for projects", async () => {
    const { linear, tracker, team, plan, parent, child, under, place, lies } = await scene();
    const ofPlan = {
      kind: "container" as const,
      child: plan,
      parent: null,
      possibleParents: [null],
      overwrite: false,
    };
    const ofChild = { ...ofPlan, kind: "item" as const, child, parent: under(parent) };
    for (const possibleParents of [[null], [null, under(parent)]]) {
      expect(await tracker.place(team, [ofPlan, { ...ofChild, possibleParents }])).toMatchObject([
        { done: true, remote: null, caveats: [] },
        { done: true, caveats: [] },
      ]);
      expect(lies()).toEqual([parent.key, plan.id]);
    }
    await place(null, [under(parent)]);
    expect(lies()).toEqual([null, null]);
    const asked = linear.log.length;
    await tracker.place(team, [ofPlan]);
    expect(linear.log).toHaveLength(asked);
    const cycle = { ...ofChild, child: parent };
    expect(await tracker.place(team, [cycle])).toMatchObject([
      { error: { outcome: "refused", code: "invalid" } },
    ]);
    expect(linear.violations).toEqual([]);
  });

  it("leaves an issue where a user moved it under another, unless asked to overwrite", async () => {
    const { linear, parent, child, second, third, plan, under, place, lies, left } = await scene();
    await place(under(parent));
    linear.drift.edit(child.id, { parent: second.id });
    const stays = left("was put under another issue in Linear; it was left there.");
    for (const possibleParents of [[under(parent)], [under()], [null, under(parent)], [null], []]) {
      expect(await place(under(third), possibleParents)).toEqual(stays);
    }
    expect(await place(null, [under(parent)])).toEqual(stays);
    expect(lies()).toEqual([second.key, plan.id]);
    expect(await place(under(third), [under(parent)], true)).not.toHaveProperty("left");
    expect(lies()).toEqual([third.key, plan.id]);
    expect(await place(null, [under(parent)], true)).not.toHaveProperty("left");
    expect(lies()).toEqual([null, null]);
  });

  it("moves an issue from any parent where a push may have left it", async () => {
    const { parent, second, plan, other, under, place, lies } = await scene();
    const inOther = { container: other, items: [parent] };
    for (const path of [null, under(), under(parent), inOther]) {
      await place(path, null);
      expect(await place(under(second), [null, under(), under(parent), inOther])).toMatchObject({
        done: true,
        caveats: [],
        remote: expect.anything(),
      });
      expect(lies()).toEqual([second.key, plan.id]);
    }
  });

  it("moves an issue without reading its parent if nobody knows where a push left it", async () => {
    const { linear, parent, second, plan, under, place, lies } = await scene();
    await place(under(parent), null);
    const asked = linear.log.length;
    await place(under(second), null);
    expect(lies()).toEqual([second.key, plan.id]);
    await place(null, null);
    expect(lies()).toEqual([null, null]);
    expect(linear.log.length - asked).toBe(2);
  });

  it("leaves an issue that a user took out, unless all its possible parents are gone or in the bin", async () => {
    const { linear, parent, second, third, child, plan, under, place, lies, left } = await scene();
    await place(under(parent));
    linear.drift.edit(child.id, { parent: null });
    const stays = left("was removed from its parent issue in Linear; it was left unchanged.");
    expect(await place(under(third), [under(parent)])).toEqual(stays);
    linear.drift.trash(parent.id);
    expect(await place(under(third), [under(parent), under(second)])).toEqual(stays);
    expect(lies()).toEqual([null, plan.id]);
    linear.drift.destroy(second.id);
    for (const possibleParents of [[under(parent), under(second)], []]) {
      expect(await place(under(third), possibleParents)).not.toHaveProperty("left");
      expect(lies()).toEqual([third.key, plan.id]);
      linear.drift.edit(child.id, { parent: null });
    }
  });

  it("leaves an issue that a user moved to another project, or to none", async () => {
    const { linear, child, plan, other, people, second, under, place, lies, left } = await scene();
    await place(under());
    linear.drift.edit(child.id, { project: people.id });
    const elsewhere = left("was put into another project in Linear; it was left there.");
    const inOther = { container: other, items: [] };
    expect(await place(inOther, [under()])).toEqual(elsewhere);
    expect(await place(under(second), [inOther])).toEqual(elsewhere);
    linear.drift.edit(child.id, { project: null });
    const out = left("was removed from its project in Linear; it was left unchanged.");
    expect(await place(inOther, [under()])).toEqual(out);
    expect(lies()).toEqual([null, null]);
    linear.drift.trashProject(plan.id);
    expect(await place(inOther, [under()])).not.toHaveProperty("left");
    expect(lies()).toEqual([null, other.id]);
  });

  it("leaves a sub-issue in the project that a user moved it to, even if its spec gets another parent", async () => {
    const { linear, child, parent, second, people, under, place, lies, left } = await scene();
    await place(under(parent));
    linear.drift.edit(child.id, { project: people.id });
    const stays = left("was put into another project in Linear; it was left there.");
    expect(await place(under(second), [under(parent)])).toEqual(stays);
    expect(await place(under(parent), [under(parent)])).toEqual(stays);
    linear.drift.edit(child.id, { project: null });
    const out = left("was removed from its project in Linear; it was left unchanged.");
    expect(await place(under(second), [under(parent)])).toEqual(out);
    expect(lies()).toEqual([parent.key, null]);
  });

  it("leaves an issue that mixes the project of one possible place with the parent of another", async () => {
    const { child, linear, other, parent, second, third, under, place, lies, left } = await scene();
    await place(under(parent));
    linear.drift.edit(child.id, { project: other.id });
    const possibleParents = [under(parent), { container: other, items: [second] }];
    const stays = left("was put into another project in Linear; it was left there.");
    expect(await place(under(third), possibleParents)).toEqual(stays);
    expect(lies()).toEqual([parent.key, other.id]);
    linear.drift.edit(child.id, { parent: second.id });
    expect(await place(under(third), possibleParents)).not.toHaveProperty("left");
  });

  it("reads all places of a batch in one request", async () => {
    const { linear, tracker, team, parent, child, second, third, under } = await scene();
    const asked = linear.log.length;
    const placements = [child, second, third].map((one) => ({
      kind: "item" as const,
      child: one,
      parent: under(parent),
      possibleParents: [null],
      overwrite: false,
    }));
    await tracker.place(team, placements);
    expect(linear.log.length - asked).toBe(2);
  });
});

describe("reading", () => {
  it("returns states, and issues that are archived, moved, in the bin or gone", async () => {
    const { linear, tracker, team } = await world();
    const all = await issues(tracker, team, 7);
    const [plan] = done(await tracker.create(team, [container()]));
    const id = (at: number) => all[at]?.id ?? "";
    linear.drift.start(id(1));
    linear.drift.close(id(2));
    linear.drift.edit(id(3), { state: "Canceled" });
    linear.drift.archive(id(4));
    linear.drift.moveToTeam(id(5), "OPS");
    linear.drift.trash(id(6));
    const externals = all.map((external) => ({ kind: "item" as const, external }));
    const ofPlan = { kind: "container" as const, external: plan?.remote.external ?? never() };
    const remote = await tracker.read(team, [...externals, ofPlan]);
    expect(remote.map((one) => one?.status ?? null)).toEqual([
      "TODO",
      "IN_PROGRESS",
      "DONE",
      "CANCELLED",
      "TODO",
      "TODO",
      null,
      "TODO",
    ]);
    expect(remote[4]?.readOnlyReason).toBe(`${all[4]?.key} is archived in Linear.`);
    expect(remote[5]).toMatchObject({
      external: { id: id(5), key: "OPS-1", number: 1 },
      readOnlyReason: null,
    });
    linear.drift.destroy(id(6));
    linear.drift.trashProject(ofPlan.external.id);
    expect(await tracker.read(team, [...externals.slice(6), ofPlan])).toEqual([null, null]);
    expect(linear.violations).toEqual([]);
  });

  it("finds an issue in the bin, whose id can't be used again", async () => {
    const { linear, tracker, team } = await world();
    const one = item();
    done(await tracker.create(team, [one]));
    linear.drift.trash(one.identity.clientId);
    const [found] = await tracker.find(team, [one], new Date());
    expect(found).toMatchObject([{ readOnlyReason: "ENG-1 is in Linear's bin." }]);
  });

  it("does not report issues as deleted if their team is hidden", async () => {
    const { linear, tracker, team } = await world();
    const [external] = await issues(tracker, team, 1);
    const hidden = { ...(external ?? never()), id: "00000000-0000-4000-8000-000000000000" };
    expect(await tracker.read(team, [{ kind: "item", external: hidden }])).toEqual([null]);
    await expect(tracker.read("GONE", [{ kind: "item", external: hidden }])).rejects.toMatchObject({
      outcome: "refused",
      code: "access",
    });
    expect(linear.violations).toEqual([]);
  });
});

describe("changes", () => {
  it("come the oldest first and none twice, in pages", async () => {
    const { linear, tracker, team } = await world();
    const since = new Date(Date.now() - 1000);
    for (let n = 0; n < 4; n++) await issues(tracker, team, 50);
    await tracker.create("OPS", [item()]);
    const first = linear.dump().issues[0];
    linear.drift.edit(first?.id ?? "", { title: "Edited" });
    const pages: RemoteItem[][] = [];
    let next: string | null = null;
    do {
      const page = await tracker.changed(team, since, next);
      pages.push(page.remote);
      next = page.next;
    } while (next !== null);
    const all = pages.flat();
    expect(all.map(({ updatedAt }) => updatedAt)).toEqual(all.map(({ updatedAt }) => updatedAt).toSorted());
    const ids = linear
      .dump()
      .issues.filter((one) => one.team === team)
      .map(({ id }) => id);
    expect(all.map(({ external }) => external.id).toSorted()).toEqual(ids.toSorted());
    expect(all.at(-1)?.fields.title).toBe("Edited");
    const last = new Date(all.at(-1)?.updatedAt ?? 0);
    expect(await tracker.changed(team, last, null)).toEqual({ remote: [], next: null });
    expect(linear.violations).toEqual([]);
  });
});

it("a key that may only read is reported as a missing right", async () => {
  const { linear, team } = await world();
  const tracker = linearTracker(services({ url: linear.url, token: tokens.readOnly }));
  await expect(tracker.create(team, [item(), item()])).rejects.toMatchObject({
    outcome: "refused",
    code: "access",
  });
  expect(linear.dump().issues).toEqual([]);
});

function never(): never {
  throw new Error("was not made");
}
