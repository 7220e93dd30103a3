import { blocks, germanTypes, issueTypes, project, relates } from "@groundplan/tracker-stand-ins/jira";
import { expect, test } from "vitest";
import {
  failure,
  item,
  make,
  newPlacement,
  open,
  plan,
  possiblyUnder,
  under,
  world,
} from "./jira.test-support.ts";

const ofTypes = (...levels: number[]) => issueTypes.filter(({ level }) => levels.includes(level));
const only = (options: Parameters<typeof project>[2]) => ({ projects: [project("10000", "PROJ", options)] });
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    ({ outcome, code, message }) => ({ outcome, code, message }),
  );

test("the account has its name", async () => {
  await using jira = await world();
  expect((await jira.tracker.account()).name).toBe("Planner");
});

test("a wrong credential, or none at all, is reported as such", async () => {
  await using jira = await world();
  for (const services of [{ secret: "wrong" }, { account: null }]) {
    const failed = await refusal(open(jira.site, services).account());
    expect(failed).toMatchObject({ outcome: "refused", code: "credential" });
  }
});

test("targets are projects that accept new issues, in pages", async () => {
  await using jira = await world();
  const first = await jira.tracker.targets(null, 1);
  const second = await jira.tracker.targets(first.next, 1);
  const targets = [...first.targets, ...second.targets].sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(targets).toEqual([
    expect.objectContaining({ target: { projectKey: "PROJ" }, url: `${jira.site.url}/browse/PROJ` }),
    expect.objectContaining({ target: { projectKey: "MOVE" }, label: "Project MOVE (MOVE)" }),
  ]);
  expect(second.next).toBeNull();
});

test("a project with everything has no caveat, and tells Jira's clock", async () => {
  await using jira = await world({ projects: [project("1", "PROJ", { fields: [points] })] });
  const { caveats, isPublic, now } = await jira.tracker.check("PROJ");
  expect(caveats).toEqual([]);
  expect(isPublic).toBe(false);
  expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(5000);
});
const points = { id: "customfield_10016", name: "Story Points", type: "number", required: false } as const;

test("a project that is hidden, archived, or can't be written to is refused", async () => {
  await using jira = await world();
  const { tracker, site } = jira;
  expect((await refusal(tracker.check("VAULT")))?.message).toContain("shows no project VAULT");
  expect((await refusal(tracker.check("NONE")))?.code).toBe("access");
  expect((await refusal(tracker.check("OLD")))?.message).toBe("OLD is archived in Jira.");
  site.drift.revokePermission("PROJ", "EDIT_ISSUES");
  expect((await refusal(tracker.check("PROJ")))?.code).toBe("access");
});

test("a project without a type for tasks is refused", async () => {
  await using jira = await world(only({ types: ofTypes(1, -1) }));
  expect(await refusal(jira.tracker.check("PROJ"))).toMatchObject({ outcome: "refused", code: "access" });
});

test("types are recognized by their level, in any language", async () => {
  await using jira = await world(only({ types: germanTypes }));
  const container = (await make(jira.tracker, "PROJ", plan("Plan"))).remote.external;
  const task = (await make(jira.tracker, "PROJ", item("Spec", under(container)))).remote.external;
  await make(jira.tracker, "PROJ", item("Part", under(container, task)));
  expect(jira.site.dump().issues.map(({ type }) => type)).toEqual(["Epos", "Aufgabe", "Unteraufgabe"]);
});

test("without epics plans become tasks, and a link shows what lies under them", async () => {
  await using jira = await world(only({ types: ofTypes(0, -1) }));
  const { tracker, site } = jira;
  expect((await tracker.check("PROJ")).caveats.join()).toContain("Hierarchy flattened: PROJ has no epics");
  const container = (await make(tracker, "PROJ", plan("Plan"))).remote.external;
  const { remote, placed } = await make(tracker, "PROJ", item("Spec", under(container)));
  expect(placed).toBe(false);
  const placement = {
    kind: "item",
    child: remote.external,
    parent: under(container).parent,
    ...newPlacement,
  } as const;
  expect(await tracker.place("PROJ", [placement])).toMatchObject([{ done: true }]);
  expect(site.dump()).toMatchObject({
    issues: [{ type: "Task" }, { type: "Task", parent: null }],
    links: [{ type: "Relates", from: remote.external.key, to: container.key }],
  });
  const left = { ...placement, parent: null, ...possiblyUnder(under(container)) };
  expect(await tracker.place("PROJ", [left])).toMatchObject([{ done: true }]);
  expect(site.dump().links).toEqual([]);
});

test("without sub-tasks what would be one becomes a task, and its caveat names it", async () => {
  await using jira = await world(only({ types: ofTypes(1, 0) }));
  const { tracker } = jira;
  expect((await tracker.check("PROJ")).caveats.join()).toContain(
    "Hierarchy flattened: PROJ has no sub-tasks",
  );
  const container = (await make(tracker, "PROJ", plan("Plan"))).remote.external;
  const task = (await make(tracker, "PROJ", item("Spec", under(container)))).remote.external;
  const part = item("Part", under(container, task));
  const { caveats, placed } = await make(tracker, "PROJ", part);
  expect(placed).toBe(true);
  expect(caveats).toEqual([expect.stringContaining(part.handle)]);
  expect(jira.site.dump().issues.at(-1)).toMatchObject({ type: "Task", parent: container.key });
});

test("a link that shows the plan of a spec is removed even if the spec lay under another", async () => {
  await using jira = await world(only({ types: ofTypes(0) }));
  const { tracker, site } = jira;
  const container = (await make(tracker, "PROJ", plan("Plan"))).remote.external;
  const task = (await make(tracker, "PROJ", item("Spec", under(container)))).remote.external;
  const child = (await make(tracker, "PROJ", item("Part", under(container, task)))).remote.external;
  const placement = { kind: "item", child, ...under(container, task), ...newPlacement } as const;
  await tracker.place("PROJ", [placement]);
  expect(site.dump().links).toMatchObject([{ from: child.key, to: container.key }]);
  await tracker.place("PROJ", [{ ...placement, parent: null, ...possiblyUnder(under(container, task)) }]);
  expect(site.dump().links).toEqual([]);
});

test("a required field is listed among the create fields, and named in each issue's refusal", async () => {
  const team = { id: "customfield_10050", name: "Team", type: "string", required: true } as const;
  const hidden = ["assignee", "priority", "duedate"];
  await using jira = await world(only({ fields: [team], hidden }));
  const { tracker } = jira;
  expect(await tracker.createFields?.("PROJ")).toMatchObject([
    {
      id: team.id,
      name: "Team",
      issueTypes: [{ isRequired: true }, { isRequired: true }, { isRequired: true }],
    },
  ]);
  const [created] = await tracker.create("PROJ", [item("Spec")]);
  expect(failure(created)).toMatchObject({
    outcome: "refused",
    code: "invalid",
    message: "Jira rejected the value or absence of Team.",
  });
});

test("a refusal names fields as users wrote them, with their punctuation", async () => {
  const field = (id: string, name: string) => ({ id, name, type: "string", required: true }) as const;
  const names = ["Customer's area (R&D/Ops)", "Sprint: goal?", "顧客（社名）"];
  await using jira = await world(only({ fields: names.map((name, n) => field(`customfield_${n}`, name)) }));
  const [created] = await jira.tracker.create("PROJ", [item("Spec")]);
  expect(failure(created).message).toBe(`Jira rejected the value or absence of ${names.join(", ")}.`);
});

test("without story points efforts stay here, and count as equal", async () => {
  await using jira = await world(only({}));
  const { tracker } = jira;
  expect((await tracker.check("PROJ")).caveats).toContain("PROJ has no story points; efforts stay here.");
  const spec = item("Spec", { effort: 3 });
  const { remote } = await make(tracker, "PROJ", spec);
  expect(remote.fields.effort).toBe("");
  expect(tracker.matches(remote, spec, "effort")).toBe(true);
  const [updated] = await tracker.update("PROJ", [
    { external: remote.external, item: spec, write: ["effort"] },
  ]);
  expect(updated).toMatchObject({ done: true, caveats: [] });
  expect(jira.site.log.filter(({ method }) => method === "PUT")).toEqual([]);
});

test("a field that is on no screen is not sent", async () => {
  await using jira = await world(only({ hidden: ["description", "labels", "parent"] }));
  const { tracker, site } = jira;
  expect((await tracker.check("PROJ")).caveats.join()).toContain("Task has no description in PROJ");
  const container = (await make(tracker, "PROJ", plan("Plan"))).remote.external;
  const spec = item("Spec", under(container));
  const { remote, placed } = await make(tracker, "PROJ", spec);
  expect(placed).toBe(false);
  expect(tracker.matches(remote, spec, "text")).toBe(true);
  expect(site.dump().issues.at(-1)).toMatchObject({ description: null, labels: [] });
  const found = await tracker.find("PROJ", [spec], new Date());
  expect(found).toMatchObject([[{ external: remote.external }]]);
});

test("a type of link is known by its name or by its words, also turned round", async () => {
  const types = [
    { ...blocks, name: "Blockiert", inward: "wird blockiert von", outward: "blockiert" },
    { ...blocks, name: "Abhängigkeit", inward: "blocks", outward: "is blocked by" },
    { ...blocks, name: "Blocks", inward: "wartet auf", outward: "hält auf" },
  ];
  for (const [index, type] of types.entries()) {
    await using jira = await world({ linkTypes: [type, relates] });
    const { tracker, site } = jira;
    const [issue, needed] = await Promise.all([
      make(tracker, "PROJ", item("A")).then(({ remote }) => remote.external),
      make(tracker, "PROJ", item("B")).then(({ remote }) => remote.external),
    ]);
    const need = { kind: "item", issue, needed } as const;
    expect(await tracker.link("PROJ", [need])).toMatchObject([{ done: true }]);
    const [from, to] = index === 1 ? [issue, needed] : [needed, issue];
    expect(site.dump().links).toMatchObject([{ type: type.name, from: from.key, to: to.key }]);
    expect(await tracker.unlink("PROJ", [need])).toMatchObject([{ done: true }]);
    expect(site.dump().links).toEqual([]);
  }
});

test("without a suitable type of link, or with links switched off, dependencies are refused with a message", async () => {
  for (const isOff of [false, true]) {
    await using jira = await world({ linkTypes: [relates] });
    const { tracker } = jira;
    jira.site.drift.disableLinking(isOff);
    const { caveats } = await tracker.check("PROJ");
    const caveat = caveats.find((one) => one.startsWith("Link type missing: "));
    const a = (await make(tracker, "PROJ", item("A"))).remote.external;
    const b = (await make(tracker, "PROJ", item("B"))).remote.external;
    const [linked] = await tracker.link("PROJ", [{ kind: "item", issue: a, needed: b }]);
    expect(failure(linked)).toMatchObject({ outcome: "refused", code: "invalid", message: caveat });
  }
});
