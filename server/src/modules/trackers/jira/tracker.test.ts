import { expect, test } from "vitest";
import type { Fetch } from "../../../outbound/client.ts";
import { OutboundError } from "../../../outbound/errors.ts";
import type { ExternalRef, Parent } from "../tracker.ts";
import { renderText } from "./items/text.ts";
import {
  failure,
  item,
  made,
  make,
  newPlacement,
  open,
  plan,
  possiblyUnder,
  under,
  world,
} from "./jira.test-support.ts";

const nowhere: Parent = { container: null, items: [] };

test("a plan is an epic, a spec a task under it, a spec under a spec a sub-task", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const epic = await made(tracker, target, plan("Plan"));
  const task = await made(tracker, target, item("Spec", { ...under(epic), effort: 3 }));
  const part = item("Part", under(epic, task));
  const { remote, placed, caveats } = await make(tracker, target, part);
  expect({ placed, caveats }).toEqual({ placed: true, caveats: [] });
  expect(remote).toMatchObject({
    external: { number: 3, key: "PROJ-3", url: `${site.url}/browse/PROJ-3` },
    fields: { title: "Part", text: "What Part is.", effort: "" },
    status: "TODO",
    readOnlyReason: null,
  });
  expect(remote.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(site.dump().issues).toMatchObject([
    { type: "Epic", summary: "Plan", parent: null },
    { type: "Task", summary: "Spec", parent: epic.key, custom: { customfield_10016: 3 } },
    {
      type: "Sub-task",
      parent: task.key,
      labels: [`planning-${part.identity.clientId}`],
      properties: { groundplan: { clientId: part.identity.clientId, mark: part.identity.marker } },
    },
  ]);
});

test("a spec deeper than Jira's levels is put under the outermost one, and its caveat names it", async () => {
  await using jira = await world();
  const { tracker, target } = jira;
  const epic = await made(tracker, target, plan("Plan"));
  const task = await made(tracker, target, item("Spec", under(epic)));
  const part = await made(tracker, target, item("Part", under(epic, task)));
  const deep = item("Deep", under(epic, task, part));
  expect((await make(tracker, target, deep)).caveats).toEqual([expect.stringContaining(deep.handle)]);
  expect(jira.site.dump().issues.at(-1)).toMatchObject({ type: "Sub-task", parent: task.key });
});

test("50 issues are created and read with two calls, in the order of the list", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  await tracker.check(target);
  const before = site.log.length;
  const items = Array.from({ length: 50 }, (_, index) => item(`Spec ${index}`));
  const created = await tracker.create(target, items);
  expect(created.map((one) => one.done && one.remote.fields.title)).toEqual(items.map(({ title }) => title));
  expect(site.log.slice(before).map(({ path }) => path)).toEqual([
    "/rest/api/3/issue/bulk",
    "/rest/api/3/issue/bulkfetch",
  ]);
});

test("a new issue reads the same as the answer to its create, and says what the item says", async () => {
  await using jira = await world();
  const { tracker, target } = jira;
  const text = "# Goal\n\nSome *text* with `code`.\n\n- [ ] a\n- [x] b\n\n1. one\n2. two\n";
  const spec = item("  Spec \n of two lines", { text, effort: 5 });
  const { remote } = await make(tracker, target, spec);
  const [read] = await tracker.read(target, [{ kind: "item", external: remote.external }]);
  expect(read).toEqual(remote);
  for (const field of ["title", "text", "effort"] as const)
    expect(tracker.matches(remote, spec, field)).toBe(true);
  const other = { ...spec, title: "Other", text: `${text}\nMore.`, effort: null };
  for (const field of ["title", "text", "effort"] as const)
    expect(tracker.matches(remote, other, field)).toBe(false);
});

test("only the named fields are written; labels, status and users' fields stay", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const spec = item("Spec", { effort: 2 });
  const external = await made(tracker, target, spec);
  site.drift.edit(external.key, { summary: "By a person", labels: ["theirs"], status: "In Progress" });
  const change = { external, item: { ...spec, title: "New", text: "New text.", effort: null } };
  const [text] = await tracker.update(target, [{ ...change, write: ["text"] }]);
  expect(text).toMatchObject({
    done: true,
    remote: { fields: { title: "By a person", text: "New text.", effort: "2" }, status: "IN_PROGRESS" },
  });
  const [rest] = await tracker.update(target, [{ ...change, write: ["title", "effort"] }]);
  expect(rest).toMatchObject({ done: true, remote: { fields: { title: "New", effort: "" } } });
  expect(site.dump().issues[0]).toMatchObject({ labels: ["theirs"], category: "indeterminate" });
});

test("a title that is cut has a caveat if the text, which begins with the whole, is not written", async () => {
  await using jira = await world();
  const { tracker, target } = jira;
  const spec = item("Spec");
  const { remote } = await make(tracker, target, spec);
  const change = { external: remote.external, item: { ...spec, title: "long ".repeat(60) } };
  const caveat = `The title of ${spec.handle} was cut: Jira takes 254 characters.`;
  for (const [write, caveats] of [
    [["title"], [caveat]],
    [["title", "text"], []],
    [["text"], []],
  ] as const) {
    const [outcome] = await tracker.update(target, [{ ...change, write: [...write] }]);
    expect(outcome).toMatchObject({ done: true, caveats });
  }
  expect((await make(tracker, target, item("long ".repeat(60)))).caveats).toEqual([]);
});

test("a person's edit is recognized as an edit", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const spec = item("Spec");
  const { remote: before } = await make(tracker, target, spec);
  const paragraph = { type: "paragraph", content: [{ type: "text", text: "Theirs." }] };
  site.drift.edit(before.external.key, { description: { type: "doc", version: 1, content: [paragraph] } });
  const [after] = await tracker.read(target, [{ kind: "item", external: before.external }]);
  expect(after?.fields).toEqual({ ...before.fields, text: "Theirs." });
  expect(after && tracker.matches(after, spec, "text")).toBe(false);
});

test("a picture, a card, a link and a mark that users put into a text are edits", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const spec = item("Spec");
  const { remote: before } = await make(tracker, target, spec);
  const { document } = renderText(spec);
  const words = { type: "text", text: spec.text };
  const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
  const media = { type: "media", attrs: { type: "file", id: "1", collection: "" } };
  for (const [first, ...more] of [
    [paragraph(words), { type: "mediaSingle", attrs: { layout: "center" }, content: [media] }],
    [paragraph(words), { type: "blockCard", attrs: { url: "https://x.example" } }],
    [paragraph({ ...words, marks: [{ type: "link", attrs: { href: "https://x.example" } }] })],
    [paragraph({ ...words, marks: [{ type: "strong" }] })],
    [{ type: "heading", attrs: { level: 2 }, content: [words] }],
  ]) {
    const content = [first, ...more, ...document.content.slice(1)];
    site.drift.edit(before.external.key, { description: { ...document, content } });
    const [after] = await tracker.read(target, [{ kind: "item", external: before.external }]);
    expect(after?.fields.text).not.toBe(before.fields.text);
    expect(after && tracker.matches(after, spec, "text")).toBe(false);
  }
  site.drift.edit(before.external.key, { description: document });
  const [back] = await tracker.read(target, [{ kind: "item", external: before.external }]);
  expect(back?.fields).toEqual(before.fields);
});

test("an issue that was moved is read and written by its id, and tells its new key", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const spec = item("Spec");
  const external = await made(tracker, target, spec);
  const key = site.drift.moveToProject(external.key, "MOVE");
  const [remote] = await tracker.read(target, [{ kind: "item", external }]);
  expect(remote?.external).toEqual({ id: external.id, key, number: 1, url: `${site.url}/browse/${key}` });
  const change = { external, item: { ...spec, title: "New" }, write: ["title" as const] };
  expect(await tracker.update(target, [change])).toMatchObject([
    { done: true, remote: { external: { key } } },
  ]);
  expect(site.dump().issues).toMatchObject([{ key, summary: "New" }]);
});

test("a deleted issue reads as null, but the read fails if the whole project is hidden", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const gone = await made(tracker, target, item("Gone"));
  const here = await made(tracker, target, item("Here"));
  site.drift.delete(gone.key);
  const wanted = [gone, here].map((external) => ({ kind: "item" as const, external }));
  expect(await tracker.read(target, wanted)).toMatchObject([null, { external: here }]);
  site.drift.revokePermission(target, "BROWSE_PROJECTS");
  await expect(tracker.read(target, wanted)).rejects.toMatchObject({ outcome: "refused", code: "access" });
});

test("a status is read by its category; a resolution that drops the issue means cancelled", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const external = await made(tracker, target, item("Spec"));
  const status = async () => (await tracker.read(target, [{ kind: "item", external }]))[0]?.status;
  site.drift.transition(external.key, "indeterminate");
  expect(await status()).toBe("IN_PROGRESS");
  site.drift.transition(external.key, "done");
  expect(await status()).toBe("DONE");
  for (const resolution of ["Won't Do", "Duplicate"]) {
    site.drift.transition(external.key, "new");
    expect(await status()).toBe("TODO");
    site.drift.transition(external.key, "done", resolution);
    expect(await status()).toBe("CANCELLED");
  }
});

test("a dependency is a `blocks` link; linking and unlinking can be repeated", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const [a, b, c] = await all(tracker.create(target, [item("A"), item("B"), plan("C")]));
  const needs = [
    { kind: "item", issue: a, needed: b },
    { kind: "container", issue: c, needed: b },
  ] as const;
  for (let time = 0; time < 2; time++) {
    expect(await tracker.link(target, needs)).toMatchObject([{ done: true }, { done: true }]);
  }
  expect(site.dump().issues.map(({ blockedBy }) => blockedBy)).toEqual([[b.key], [], [b.key]]);
  expect(site.dump().links).toHaveLength(2);
  for (let time = 0; time < 2; time++) {
    expect(await tracker.unlink(target, needs.slice(0, 1))).toMatchObject([{ done: true }]);
  }
  expect(site.dump().issues.map(({ blockedBy }) => blockedBy)).toEqual([[], [], [b.key]]);
});

test("a link that users created in the reverse direction stays when ours is removed", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const [a, b] = await all(tracker.create(target, [item("A"), item("B")]));
  await tracker.link(target, [{ kind: "item", issue: b, needed: a }]);
  const need = { kind: "item", issue: a, needed: b } as const;
  expect(await tracker.unlink(target, [need])).toMatchObject([{ done: true }]);
  expect(site.dump().links).toMatchObject([{ from: a.key, to: b.key }]);
});

test("an issue with the most links that Jira takes refuses another", async () => {
  await using jira = await world({ limits: { links: 1 } });
  const { tracker, target } = jira;
  const [a, b, c] = await all(tracker.create(target, [item("A"), item("B"), item("C")]));
  const outcomes = await tracker.link(target, [{ kind: "item", issue: a, needed: b }]);
  outcomes.push(...(await tracker.link(target, [{ kind: "item", issue: a, needed: c }])));
  expect(outcomes[0]).toMatchObject({ done: true });
  expect(failure(outcomes[1])).toMatchObject({ outcome: "refused", code: "invalid" });
});

test("a task is put under another epic, under none, and again, which writes nothing", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const [first, second] = await all(tracker.create(target, [plan("One"), plan("Two")]));
  const child = await made(tracker, target, item("Spec", under(first)));
  const place = (parent: Parent | null) =>
    tracker.place(target, [
      { kind: "item", child, parent, ...newPlacement, ...possiblyUnder(under(first), under(second)) },
    ]);
  const parent = () => site.dump().issues.at(-1)?.parent;
  expect(await place(under(second).parent)).toMatchObject([{ done: true }]);
  expect(parent()).toBe(second.key);
  const writes = () => site.log.filter(({ method }) => method === "PUT").length;
  const written = writes();
  expect(await place(under(second).parent)).toMatchObject([{ done: true }]);
  expect(writes()).toBe(written);
  expect(await place(null)).toMatchObject([{ done: true }]);
  expect(parent()).toBeNull();
});

test("a user's link from a task to the epic that it leaves stays", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const epic = await made(tracker, target, plan("Plan"));
  const child = await made(tracker, target, item("Spec", under(epic)));
  // Stands for a user's own link in Jira, unknown to the adapter.
  await tracker.place(target, [{ kind: "container", child, ...under(epic), ...newPlacement }]);
  const links = site.dump().links;
  expect(links).toHaveLength(1);
  const placement = {
    kind: "item",
    child,
    parent: null,
    ...newPlacement,
    ...possiblyUnder(under(epic)),
  } as const;
  expect(await tracker.place(target, [placement])).toMatchObject([{ done: true }]);
  expect(site.dump().links).toEqual(links);
});

test("a sub-task is put under another task", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const [first, second] = await all(tracker.create(target, [item("One"), item("Two")]));
  const child = await made(tracker, target, item("Part", under(null, first)));
  const { parent } = under(null, second);
  expect(
    await tracker.place(target, [
      { kind: "item", child, parent, ...newPlacement, ...possiblyUnder(under(null, first)) },
    ]),
  ).toMatchObject([{ done: true }]);
  expect(site.dump().issues.at(-1)?.parent).toBe(second.key);
});

test("a task can't become a sub-task, nor a sub-task a task: only users can convert them", async () => {
  await using jira = await world();
  const { tracker, target } = jira;
  const epic = await made(tracker, target, plan("Plan"));
  const task = await made(tracker, target, item("Spec", under(epic)));
  const other = await made(tracker, target, item("Other", under(epic)));
  const part = await made(tracker, target, item("Part", under(epic, task)));
  const outcomes = await tracker.place(target, [
    {
      kind: "item",
      child: other,
      parent: under(epic, task).parent,
      ...newPlacement,
      ...possiblyUnder(under(epic)),
    },
    {
      kind: "item",
      child: part,
      parent: under(epic).parent,
      ...newPlacement,
      ...possiblyUnder(under(epic, task)),
    },
    { kind: "item", child: part, parent: nowhere, ...newPlacement, ...possiblyUnder(under(epic, task)) },
  ]);
  expect(outcomes.map(failure)).toEqual([
    expect.objectContaining({ code: "invalid", message: expect.stringContaining("a task into a sub-task") }),
    expect.objectContaining({ code: "invalid", message: expect.stringContaining("a sub-task into a task") }),
    expect.objectContaining({ code: "invalid" }),
  ]);
});

test("a plan under a plan is related to it by a link, which moves along and leaves none behind", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const [first, second, three] = await all(tracker.create(target, [plan("One"), plan("Two"), plan("Three")]));
  const { remote, placed } = await make(tracker, target, plan("Sub-plan", under(first)));
  expect(placed).toBe(false);
  const child = remote.external;
  const place = (parent: ExternalRef | null, ...before: ExternalRef[]) =>
    tracker.place(target, [
      {
        kind: "container",
        child,
        parent: parent && under(parent).parent,
        ...newPlacement,
        ...possiblyUnder({ parent: null }, ...before.map((one) => under(one))),
      },
    ]);
  const links = () => site.dump().links.map(({ type, from, to }) => `${from} ${type} ${to}`);
  for (let time = 0; time < 2; time++) {
    expect(await place(first)).toMatchObject([{ done: true, caveats: [] }]);
    expect(links()).toEqual([`${child.key} Relates ${first.key}`]);
  }
  expect(await place(second, first)).toMatchObject([{ done: true }]);
  expect(links()).toEqual([`${child.key} Relates ${second.key}`]);
  expect(await place(null, second)).toMatchObject([{ done: true }]);
  expect(links()).toEqual([]);
  // Both may exist after an unanswered move.
  for (const wanted of [null, three]) {
    await place(first);
    await place(second);
    expect(links()).toHaveLength(2);
    expect(await place(wanted, first, second, three)).toMatchObject([{ done: true }]);
    expect(links()).toEqual(wanted ? [`${child.key} Relates ${wanted.key}`] : []);
  }
});

test("with links switched off, a sub-plan has no link to its parent, and a caveat says so", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  site.drift.disableLinking();
  const [first, second] = await all(tracker.create(target, [plan("One"), plan("Two")]));
  const [placed] = await tracker.place(target, [
    { kind: "container", child: second, ...under(first), ...newPlacement },
  ]);
  const caveat = `Jira shows no link from ${second.key} to its parent.`;
  expect(placed).toMatchObject({ done: true, caveats: [caveat] });
});

test("an answer that is too large is asked for in parts", async () => {
  await using jira = await world();
  const { site, target } = jira;
  const most = 100_000;
  const limited: Fetch = async (...call) => {
    const response = await fetch(...call);
    const body = await response.text();
    if (body.length > most) throw new OutboundError("too_large");
    return new Response(body === "" ? null : body, response);
  };
  const tracker = open(site, { fetch: limited });
  const long = "A paragraph of some length.\n\n".repeat(700);
  const created = await all(
    tracker.create(
      target,
      [1, 2, 3, 4, 5].map((one) => item(`${one}`, { text: long })),
    ),
  );
  const read = await tracker.read(
    target,
    created.map((external) => ({ kind: "item", external })),
  );
  expect(read.map((remote) => remote?.external)).toEqual(created);
  const changed: string[] = [];
  for (let after: string | null = null; ; ) {
    const page = await tracker.changed(target, new Date(), after);
    changed.push(...page.remote.map(({ external }) => external.key));
    if (page.next === null) break;
    after = page.next;
  }
  expect(changed.sort()).toEqual(created.map(({ key }) => key));
});

test("changed issues are listed, the oldest first, in pages", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const since = new Date(Date.now() - 1000);
  const items = Array.from({ length: 120 }, (_, index) => item(`Spec ${index}`));
  await tracker.create(target, items.slice(0, 50));
  await tracker.create(target, items.slice(50, 100));
  await tracker.create(target, items.slice(100));
  site.drift.transition("PROJ-1", "done");
  const first = await tracker.changed(target, since, null);
  expect(first.remote).toHaveLength(100);
  const second = await tracker.changed(target, since, first.next);
  expect(second.next).toBeNull();
  const remote = [...first.remote, ...second.remote];
  expect(new Set(remote.map(({ external }) => external.id)).size).toBe(120);
  expect(remote.at(-1)).toMatchObject({ external: { key: "PROJ-1" }, status: "DONE" });
  expect((await open(site).changed(target, since, null)).remote).toHaveLength(100);
});

test("an archived or hidden project is not polled as if nothing changed", async () => {
  await using jira = await world();
  await jira.tracker.check(jira.target);
  jira.site.drift.revokePermission(jira.target, "BROWSE_PROJECTS");
  await expect(jira.tracker.changed(jira.target, new Date(), null)).rejects.toMatchObject({
    code: "access",
  });
});

async function all(created: ReturnType<Awaited<ReturnType<typeof world>>["tracker"]["create"]>) {
  const externals = (await created).map((one) => {
    if (!one.done) throw one.error;
    return one.remote.external;
  });
  return externals as [ExternalRef, ExternalRef, ExternalRef];
}
