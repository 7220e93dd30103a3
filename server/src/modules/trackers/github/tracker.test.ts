import { faults, type GitHubStandIn, startGitHub, tokens } from "@groundplan/tracker-stand-ins/github";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ExternalRef, Field, Item, Tracker } from "../tracker.ts";
import { createOne, expectValid, item, openAdapter, writes } from "./adapter.test-support.ts";
import { labelsNotTaken } from "./items/labels.ts";

const target = "acme/web";
let standIn: GitHubStandIn;
let tracker: Tracker;

beforeAll(async () => {
  standIn = await startGitHub();
});
afterAll(() => standIn.close());
beforeEach(() => {
  tracker = openAdapter(standIn);
});
afterEach(() => {
  standIn.faults.clear();
  for (const repo of standIn.repositories) Object.assign(repo, { archived: false, hasIssues: true });
  expectValid(standIn);
});

const issueOf = async (id: string) => (await standIn.dump()).find((issue) => String(issue.id) === id);
const update = async (external: ExternalRef, one: Item, write: Field[]) => {
  const [outcome] = await tracker.update(target, [{ external, item: one, write }]);
  return outcome;
};

describe("an account", () => {
  it("is named by its login", async () => expect((await tracker.account()).name).toBe("planner"));

  it("has repositories that are open and can be written to", async () => {
    const { targets, next } = await tracker.targets(null, 100);
    expect(targets.map(({ label }) => label)).toEqual(["acme/web", "acme/api", "acme/site", "planner/notes"]);
    expect(next).toBeNull();
  });
});

describe("a check", () => {
  it("returns whether everyone can read the repository, and the tracker's time", async () => {
    expect(await tracker.check("acme/site")).toMatchObject({ isPublic: true, caveats: [] });
    const { isPublic, now } = await tracker.check(target);
    expect(isPublic).toBe(false);
    expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(5000);
  });

  it("refuses a repository that is archived, hidden, without issues or can only be read", async () => {
    await expect(tracker.check("acme/vault")).rejects.toMatchObject({ code: "access", outcome: "refused" });
    const [web] = standIn.repositories;
    Object.assign(web ?? {}, { hasIssues: false });
    await expect(tracker.check(target)).rejects.toThrow("Issues are switched off in acme/web.");
    Object.assign(web ?? {}, { hasIssues: true, archived: true });
    await expect(tracker.check(target)).rejects.toThrow("acme/web is archived on GitHub.");
    Object.assign(web ?? {}, { archived: false });
    const reader = openAdapter(standIn, { secret: tokens.reader });
    await expect(reader.check(target)).rejects.toThrow("The connected account may not write to acme/web.");
  });
});

describe("a create", () => {
  it("returns what GitHub has, without our ending, and doesn't place it", async () => {
    const albums = item("Albums", { text: "One.\r\nTwo.", effort: 3 });
    const { remote, placed, caveats } = await createOne(tracker, target, albums);
    const issue = await issueOf(remote.external.id);
    expect(remote).toMatchObject({
      external: {
        number: issue?.number,
        key: `acme/web#${issue?.number}`,
        url: expect.stringContaining("http"),
      },
      fields: { title: "Albums", text: "One.\nTwo.", effort: "3" },
      status: "TODO",
      readOnlyReason: null,
    });
    expect([placed, caveats]).toEqual([false, []]);
    expect(issue?.body).toContain("PLAN-1 / SPEC-1 in Groundplan");
    expect(issue?.labels).toEqual(["effort:3"]);
  });

  it("labels a plan as one, and a spec by its effort alone", async () => {
    const labels = async (one: Item) =>
      (await issueOf((await createOne(tracker, target, one)).remote.external.id))?.labels;
    expect(await labels(item("Plan", { kind: "container" }))).toEqual(["plan"]);
    expect(await labels(item("Small"))).toEqual([]);
    expect(await labels(item("Large", { effort: 5 }))).toEqual(["effort:5"]);
  });

  it("reports once that labels were silently dropped, as for an account without the right", async () => {
    const reader = openAdapter(standIn, { secret: tokens.reader });
    const first = await createOne(reader, target, item("A", { effort: 1 }));
    expect(first.caveats).toEqual([labelsNotTaken]);
    expect(first.remote.fields.effort).toBe("");
    expect((await createOne(reader, target, item("B", { effort: 1 }))).caveats).toEqual([]);
    expect((await createOne(openAdapter(standIn), target, item("C", { effort: 1 }))).caveats).toEqual([]);
  });

  it("takes a label whatever case the repository writes it in", async () => {
    const made = await createOne(openAdapter(standIn), "acme/api", item("A", { effort: 2 }));
    const { number } = made.remote.external;
    await standIn.editAsPerson("acme/api", number ?? 0, { labels: ["Effort:4"] });
    const next = await createOne(tracker, "acme/api", item("B", { effort: 4 }));
    expect(next.remote.fields.effort).toBe("4");
    expect(next.caveats).toEqual([]);
    const { external } = (await createOne(tracker, "acme/api", item("C"))).remote;
    const change = { external, item: item("C", { effort: 4 }), write: ["effort" as const] };
    expect(await tracker.update("acme/api", [change])).toMatchObject([
      { remote: { fields: { effort: "4" } }, caveats: [] },
    ]);
  });

  it("is sent once, and its outcome is unknown after an answer that never came or can't be read", async () => {
    const proxy = { after: { status: 201, body: "<html>" } };
    const ends = [faults.loseReply, faults.truncate, faults.serverError(502, "after"), proxy, faults.cut];
    for (const fault of ends) {
      const from = standIn.log.length;
      standIn.faults.next({ method: "POST" }, fault);
      await expect(tracker.create(target, [item("Lost")])).rejects.toMatchObject({ outcome: "unknown" });
      expect(writes(standIn, from)).toHaveLength(1);
    }
  });

  it.each([
    { status: 403 as const, retryAfter: 9 },
    { status: 429 as const, retryAfter: undefined },
  ])("was not executed when GitHub asks to slow down: %o", async ({ status, retryAfter }) => {
    standIn.faults.next({ method: "POST" }, faults.secondaryLimit(status, retryAfter));
    await expect(tracker.create(target, [item("T")])).rejects.toMatchObject({
      outcome: "not_executed",
      code: "limited",
      retryAfterSeconds: retryAfter ?? null,
    });
  });

  it("fails at once without the right, or with an invalid key", async () => {
    const readOnly = openAdapter(standIn, { secret: tokens.readOnly });
    await expect(readOnly.create(target, [item("T")])).rejects.toMatchObject({ code: "access" });
    const stranger = openAdapter(standIn, { secret: "none" });
    await expect(stranger.create(target, [item("T")])).rejects.toMatchObject({ code: "credential" });
  });
});

describe("an update", () => {
  const make = async (effort: number | null = null) =>
    (await createOne(tracker, target, item("Old", { text: "Old text.", effort }))).remote.external;

  it("writes the named fields and no other", async () => {
    const external = await make(2);
    const now = item("New", { text: "New text.", effort: 4 });
    expect(await update(external, now, ["title"])).toMatchObject({
      done: true,
      remote: { fields: { title: "New", text: "Old text.", effort: "2" } },
    });
    expect(await update(external, now, ["text"])).toMatchObject({
      remote: { fields: { title: "New", text: "New text.", effort: "2" } },
    });
    expect(await update(external, now, ["effort"])).toMatchObject({
      remote: { fields: { title: "New", text: "New text.", effort: "4" } },
    });
    const more = item("Newest", { text: "Newest text.", effort: null });
    expect(await update(external, more, ["title", "text", "effort"])).toMatchObject({
      remote: { fields: { title: "Newest", text: "Newest text.", effort: "" } },
    });
  });

  it("leaves users' labels, the status and everything else alone", async () => {
    const external = await make(2);
    const labels = ["bug", "effort:2", "Effort:5", "effort:large", "effort:55"];
    const changes = { labels, state: "closed", state_reason: "not_planned" } as const;
    await standIn.editAsPerson(target, external.number ?? 0, changes);
    const now = item("New", { effort: 3 });
    expect(await update(external, now, ["title", "effort"])).toMatchObject({
      remote: { status: "CANCELLED" },
    });
    const issue = await issueOf(external.id);
    expect(issue?.labels.toSorted()).toEqual(["bug", "effort:3", "effort:55", "effort:large"]);
    expect(issue).toMatchObject({ state: "closed", stateReason: "not_planned" });
    await update(external, { ...now, effort: null }, ["effort"]);
    expect((await issueOf(external.id))?.labels.toSorted()).toEqual(["bug", "effort:55", "effort:large"]);
  });

  it("of an effort keeps a label that a person adds at the same time", async () => {
    const external = await make(2);
    const number = external.number ?? 0;
    const add = async (label: string) => {
      const labels = [...((await issueOf(external.id))?.labels ?? []), label];
      await standIn.editAsPerson(target, number, { labels });
    };
    const end = standIn.onRequest(async ({ method, index }) => {
      if (method !== "GET" && method !== "PATCH") await add(`bug ${index}`);
      return undefined;
    });
    await update(external, item("New", { effort: 5 }), ["effort"]);
    end();
    const labels = (await issueOf(external.id))?.labels ?? [];
    expect(labels.filter((label) => !label.startsWith("bug"))).toEqual(["effort:5"]);
    expect(labels).toHaveLength(3);
  });

  it.each([
    [2, 5],
    [5, 2],
    [null, 3],
    [3, null],
  ])(
    "of an effort from %j to %j that is interrupted leaves the old or the new one visible, and the next finishes it",
    async (before, after) => {
      const external = await make(before);
      await standIn.editAsPerson(target, external.number ?? 0, {
        labels: ["bug", ...(before === null ? [] : [`effort:${before}`])],
      });
      const now = item("New", { effort: after });
      for (let skip = 0; ; skip++) {
        const from = standIn.log.length;
        standIn.faults.add({ match: { path: "/labels" }, fault: faults.cut, skip });
        const outcome = await update(external, now, ["effort"]);
        standIn.faults.clear();
        const [remote] = await tracker.read(target, [{ kind: "item", external }]);
        if (!remote) throw new Error("not there");
        const said = [item("Old", { effort: before }), now].some((one) =>
          tracker.matches(remote, one, "effort"),
        );
        expect(said || tracker.isHalfWritten?.(remote, now, "effort")).toBe(true);
        if (outcome?.done) break;
        expect(writes(standIn, from)).toHaveLength(skip + 1);
        expect(await update(external, now, ["effort"])).toMatchObject({
          done: true,
          remote: { fields: { effort: String(after ?? "") } },
        });
        const ours = after === null ? [] : [`effort:${after}`];
        expect((await issueOf(external.id))?.labels.toSorted()).toEqual(["bug", ...ours]);
        await update(external, item("New", { effort: before }), ["effort"]);
      }
    },
  );

  it("reports that GitHub doesn't let the account set labels, and writes the rest", async () => {
    const external = await make();
    standIn.faults.next(
      { method: "POST", path: "/labels" },
      { before: { status: 403, body: { message: "No" } } },
    );
    const now = item("New", { effort: 1 });
    expect(await update(external, now, ["title", "effort"])).toMatchObject({
      done: true,
      remote: { fields: { title: "New", effort: "" } },
      caveats: [labelsNotTaken],
    });
  });

  it("says that a title was cut if it doesn't write the text, which begins with the whole", async () => {
    const external = await make();
    const long = item("A long title ".repeat(30));
    const caveat = `The title of ${long.handle} was cut: GitHub takes 256 characters.`;
    expect(await update(external, long, ["title"])).toMatchObject({ done: true, caveats: [caveat] });
    expect(await update(external, long, ["title", "text"])).toMatchObject({ done: true, caveats: [] });
    expect(await update(external, item("x".repeat(256)), ["title"])).toMatchObject({ caveats: [] });
  });

  it("is done even if the issue can't be read afterwards", async () => {
    const external = await make();
    standIn.faults.add({
      match: { method: "GET" },
      skip: 1,
      fault: faults.serverError(500, "before"),
    });
    expect(await update(external, item("T", { effort: 1 }), ["effort"])).toEqual({
      done: true,
      remote: null,
      caveats: [],
      leftParts: [],
    });
  });

  it("says that a text was cut only if it writes the text", async () => {
    const external = await make();
    const long = item("New", { text: "word ".repeat(20_000) });
    expect(await update(external, long, ["title"])).toMatchObject({ caveats: [] });
    expect(await update(external, long, ["text"])).toMatchObject({
      caveats: [expect.stringContaining("was cut")],
    });
  });

  it("of several issues returns each one's outcome", async () => {
    const externals = [await make(), await make(), await make(), await make()];
    const [, gone, lost] = externals;
    await standIn.deleteIssue(target, gone?.number ?? 0);
    standIn.faults.next({ path: `/issues/${lost?.number}$` }, faults.loseReply);
    const write: Field[] = ["title"];
    const changes = externals.map((external) => ({ external, item: item("New"), write }));
    const outcomes = await tracker.update(target, changes);
    expect(outcomes).toMatchObject([
      { done: true, remote: { fields: { title: "New" } } },
      { done: false, error: { outcome: "refused", code: "missing" } },
      { done: false, error: { outcome: "unknown" } },
      { done: true, remote: { fields: { title: "New" } } },
    ]);
  });

  it("of several issues stops when GitHub asks to slow down, and keeps the earlier outcomes", async () => {
    const externals = [];
    for (let n = 0; n < 9; n++) externals.push(await make());
    const from = standIn.log.length;
    standIn.faults.add({ match: { method: "PATCH" }, fault: faults.secondaryLimit(403), skip: 2, times: 0 });
    const changes = externals.map((external) => ({ external, item: item("N"), write: ["title" as const] }));
    const outcomes = await tracker.update(target, changes);
    expect(outcomes.filter(({ done }) => done)).toHaveLength(2);
    expect(outcomes.at(-1)).toMatchObject({ error: { outcome: "not_executed", code: "limited" } });
    expect(writes(standIn, from).length).toBeLessThanOrEqual(6);
  });
});

describe("a field in the tracker", () => {
  const long = `${"A long title ".repeat(30)}@octocat`;
  const longIssue = item(long, { text: "Ask @octocat.\r\n\n<!-- groundplan: x -->\n\n```\nopen", effort: 2 });

  it("equals what we wrote, also after an editor's CRLF", async () => {
    const { remote } = await createOne(tracker, target, longIssue);
    const fields: Field[] = ["title", "text", "effort"];
    expect(fields.map((field) => tracker.matches(remote, longIssue, field))).toEqual([true, true, true]);
    const issue = await issueOf(remote.external.id);
    const body = String(issue?.body).replaceAll("\n", "\r\n");
    await standIn.editAsPerson(target, remote.external.number ?? 0, { body });
    const [after] = await tracker.read(target, [{ kind: "item", external: remote.external }]);
    expect(after?.fields).toEqual(remote.fields);
  });

  it("differs from ours after a person edited it", async () => {
    const { remote } = await createOne(tracker, target, longIssue);
    const body = String((await issueOf(remote.external.id))?.body).replace("Ask", "Don't ask");
    const labels = ["effort:2", "effort:5"];
    await standIn.editAsPerson(target, remote.external.number ?? 0, { title: "Mine", body, labels });
    const [after] = await tracker.read(target, [{ kind: "item", external: remote.external }]);
    if (!after) throw new Error("not there");
    const fields: Field[] = ["title", "text", "effort"];
    expect(fields.map((field) => tracker.matches(after, longIssue, field))).toEqual([false, false, false]);
    expect(after.fields.effort).toBe("2, 5");
  });

  it.each([
    ["2, 5", 2, true],
    ["2, 5", 5, true],
    ["2, 5", 1, false],
    ["2", 2, false],
    ["2, 5", null, false],
    ["", null, false],
  ])("with the efforts %j counts as half-written for our %j: %j", async (effort, ours, isHalf) => {
    const wanted = item("New", { effort: ours, text: effort });
    const { remote } = await createOne(tracker, target, wanted);
    const now = { ...remote, fields: { ...remote.fields, text: effort, effort } };
    expect(tracker.isHalfWritten?.(now, wanted, "effort")).toBe(isHalf);
    expect(tracker.isHalfWritten?.(now, wanted, "text")).toBe(false);
  });

  it("equals a title with other white space", async () => {
    const spaced = item(" Two   words ");
    const { remote } = await createOne(tracker, target, spaced);
    const looser = { ...remote, fields: { ...remote.fields, title: "Two words " } };
    expect(tracker.matches(looser, spaced, "title")).toBe(true);
    expect(tracker.matches(looser, item("Two word s"), "title")).toBe(false);
  });
});
