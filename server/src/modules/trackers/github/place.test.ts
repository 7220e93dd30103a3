import { faults, type GitHubStandIn, startGitHub } from "@groundplan/tracker-stand-ins/github";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ExternalRef, RemoteItem, Tracker } from "../tracker.ts";
import { createMany, createOne, expectValid, item, openAdapter } from "./adapter.test-support.ts";

const target = "acme/web";
const justNow = () => new Date(Date.now() - 60_000);
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
  const [web, api] = standIn.repositories;
  Object.assign(web ?? {}, { hasIssues: true, access: { planner: "write", reader: "read" } });
  Object.assign(api ?? {}, { access: { planner: "write" } });
  expectValid(standIn);
});

const read = (externals: ExternalRef[]) =>
  tracker.read(
    target,
    externals.map((external) => ({ kind: "item", external })),
  );

describe("a read", () => {
  it("returns issues in order, with the status from their state and its reason", async () => {
    const externals = await createMany(tracker, target, ["A", "B", "C", "D", "E"]);
    const closed = { state: "closed" } as const;
    const close = (at: number, state_reason: "completed" | "not_planned" | "duplicate") =>
      standIn.editAsPerson(target, externals[at]?.number ?? 0, { ...closed, state_reason });
    await close(1, "completed");
    await close(2, "not_planned");
    await close(3, "duplicate");
    await close(4, "completed");
    await standIn.editAsPerson(target, externals[4]?.number ?? 0, { state: "open" });
    expect((await read(externals)).map((remote) => [remote?.fields.title, remote?.status])).toEqual([
      ["A", "TODO"],
      ["B", "DONE"],
      ["C", "CANCELLED"],
      ["D", "CANCELLED"],
      ["E", "TODO"],
    ]);
  });

  it("returns null for a deleted issue", async () => {
    const externals = await createMany(tracker, target, ["A", "B"]);
    await standIn.deleteIssue(target, externals[0]?.number ?? 0);
    expect((await read(externals)).map((remote) => remote?.fields.title ?? null)).toEqual([null, "B"]);
  });

  it("does not take issues for deleted when the repository is hidden or has its issues switched off", async () => {
    const externals = await createMany(tracker, target, ["A"]);
    const [web] = standIn.repositories;
    Object.assign(web ?? {}, { hasIssues: false });
    await expect(read(externals)).rejects.toMatchObject({ outcome: "refused", code: "access" });
    Object.assign(web ?? {}, { hasIssues: true, access: {} });
    await expect(read(externals)).rejects.toMatchObject({ outcome: "refused", code: "access" });
  });

  it("fails as a whole when GitHub is disturbed, and makes no more calls", async () => {
    const externals = await createMany(tracker, target, ["A", "B", "C", "D", "E", "F", "G", "H"]);
    const from = standIn.log.length;
    standIn.faults.always({ method: "GET" }, faults.serverError(502, "before"));
    await expect(read(externals)).rejects.toMatchObject({ outcome: "unknown" });
    expect(standIn.log.length - from).toBeLessThanOrEqual(4);
  });

  it("has no more than four calls under way", async () => {
    const externals = await createMany(tracker, target, ["A", "B", "C", "D", "E", "F", "G", "H"]);
    let underWay = 0;
    let most = 0;
    const end = standIn.onRequest(async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay--;
      return undefined;
    });
    await read(externals);
    end();
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });
});

describe("an issue that was transferred", () => {
  async function transferred() {
    const one = item("Moved", { text: "Text." });
    const { external } = (await createOne(tracker, target, one)).remote;
    const number = await standIn.transferIssue(target, external.number ?? 0, "acme/api");
    return { one, external, number };
  }

  it("is read at its new location, under its new id, number and address", async () => {
    const { external, number } = await transferred();
    const [remote] = await read([external]);
    expect(remote?.external).toMatchObject({ number, key: `acme/api#${number}` });
    expect(remote?.external.id).not.toBe(external.id);
    expect(remote?.external.url).toMatch(new RegExp(`acme/api/issues/${number}$`));
    expect(remote?.fields).toMatchObject({ title: "Moved", text: "Text." });
  });

  it("refuses writes to its old location, and accepts them at its new one", async () => {
    const { one: issue, external } = await transferred();
    const change = { item: { ...issue, title: "Again", effort: 2 }, write: ["title", "effort"] as const };
    const [before] = await tracker.update(target, [{ ...change, write: ["title", "effort"], external }]);
    expect(before).toMatchObject({ done: false, error: { outcome: "refused", code: "missing" } });
    const [remote] = await read([external]);
    const now = remote?.external ?? external;
    const [after] = await tracker.update(target, [{ ...change, write: ["title", "effort"], external: now }]);
    expect(after).toMatchObject({
      done: true,
      remote: { external: now, fields: { title: "Again", effort: "2" } },
    });
  });

  it("reads as null if the account can see its old location but not its new one", async () => {
    const { external } = await transferred();
    Object.assign(standIn.repositories[1] ?? {}, { access: {} });
    expect(await read([external])).toEqual([null]);
  });

  it("takes sub-issues and dependencies at its new location", async () => {
    const { external } = await transferred();
    const [child] = await createMany(tracker, target, ["Child"]);
    const [remote] = await read([external]);
    if (!child || !remote) throw new Error("not there");
    const parent = { container: remote.external, items: [] };
    const placed = await tracker.place(target, [
      { kind: "item", child, parent, possibleParents: [null], overwrite: false },
    ]);
    const needs = await tracker.link(target, [{ kind: "item", issue: remote.external, needed: child }]);
    expect([...placed, ...needs].map(({ done }) => done)).toEqual([true, true]);
  });
});

describe("a repository that was renamed", () => {
  it("is called by its new name, and keeps its old name here", async () => {
    const asked: string[] = [];
    const issue = {
      id: 70,
      number: 7,
      title: "T",
      body: "",
      labels: [],
      state: "open",
      updated_at: "2026-11-20T10:00:00Z",
      html_url: "https://github.example/acme/new/issues/7",
      repository_url: "https://git.acme.example/api/v3/repos/Acme/New",
    };
    const fetch = async (url: string | URL) => {
      asked.push(String(url).replace("https://git.acme.example/api/v3", ""));
      const place = { full_name: "acme/new", private: true, permissions: { push: true } };
      return Response.json(asked.length === 1 ? place : issue);
    };
    const renamed = openAdapter(standIn, { fetch, baseUrl: "https://git.acme.example/api/v3" });
    await renamed.check("acme/old");
    const { external } = (await createOne(renamed, "acme/old", item("T"))).remote;
    expect(external).toMatchObject({ id: "70", number: 7, key: "acme/old#7" });
    await renamed.read("acme/old", [{ kind: "item", external }]);
    await renamed.read("acme/old", [{ kind: "item", external: { ...external, number: null } }]);
    expect(asked).toEqual([
      "/repos/acme/old",
      "/repos/acme/new/issues",
      "/repos/acme/new/issues/7",
      "/repos/acme/new/issues/7",
    ]);
  });
});

describe("a search for a marker", () => {
  it("finds the issue of a call that was never answered, and nothing if none was created", async () => {
    const [lost, never] = [item("Lost", { text: "Text." }), item("Never")];
    standIn.faults.next({ method: "POST" }, faults.loseReply);
    await expect(tracker.create(target, [lost])).rejects.toMatchObject({ outcome: "unknown" });
    const sought = [never, lost].map(({ kind, identity }) => ({ kind, identity }));
    const [none, some] = await tracker.find(target, sought, justNow());
    expect(none).toEqual([]);
    expect(some).toMatchObject([{ fields: { title: "Lost", text: "Text." }, status: "TODO" }]);
  });

  it("returns all issues that carry it, also closed ones, the lowest number first", async () => {
    const issue = item("Copied");
    const { remote } = await createOne(tracker, target, issue);
    const body = (await standIn.dump()).find(({ id }) => String(id) === remote.external.id)?.body ?? "";
    const [copy, edited, quoted] = await createMany(tracker, target, ["Copy", "Edited", "Quoted"]);
    await standIn.editAsPerson(target, copy?.number ?? 0, { body, state: "closed" });
    await standIn.editAsPerson(target, edited?.number ?? 0, {
      body: `${body.replaceAll("\n", "\r\n")}\r\nMore`,
    });
    await standIn.editAsPerson(target, quoted?.number ?? 0, { body: body.replaceAll(/^/gm, "> ") });
    const [found] = await tracker.find(target, [{ kind: "item", identity: issue.identity }], justNow());
    expect(found?.map((one) => one.external.number)).toEqual([
      remote.external.number,
      copy?.number,
      edited?.number,
    ]);
  });

  it("finds a marker after which spaces were typed", async () => {
    const one = item("Spaced");
    const { external } = (await createOne(tracker, target, one)).remote;
    const body = (await standIn.dump()).find(({ id }) => String(id) === external.id)?.body ?? "";
    await standIn.editAsPerson(target, external.number ?? 0, { body: `${body} \t\r\nMore.` });
    const [found] = await tracker.find(target, [{ kind: "item", identity: one.identity }], justNow());
    expect(found).toMatchObject([{ external, fields: { text: "\nMore." } }]);
  });

  it("reads all pages once, for any number of lookups", async () => {
    const place = "planner/notes";
    const since = justNow();
    const items = Array.from({ length: 101 }, (_, n) => item(`Page ${n}`));
    for (const issue of items) await createOne(tracker, place, issue);
    const from = standIn.log.length;
    const found = await tracker.find(
      place,
      items.map(({ kind, identity }) => ({ kind, identity })),
      since,
    );
    expect(found.map((remote) => remote[0]?.fields.title)).toEqual(items.map(({ title }) => title));
    expect(standIn.log.length - from).toBe(2);
  });
});

describe("the list of changes", () => {
  it("comes the oldest first, in pages, and no issue is left out", async () => {
    const place = "acme/site";
    const titles = Array.from({ length: 105 }, (_, n) => `Change ${n}`);
    await createMany(tracker, place, titles);
    const since = new Date(Date.now() - 600_000);
    const all: RemoteItem[] = [];
    for (let after: string | null = null, pages = 0; pages === 0 || after !== null; pages++) {
      if (pages > 5) throw new Error("pages without end");
      const page = await tracker.changed(place, since, after);
      all.push(...page.remote);
      after = page.next;
    }
    expect(new Set(all.map(({ fields }) => fields.title))).toEqual(new Set(titles));
    const times = all.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual(times.toSorted());
  });

  it("has nothing from before", async () => {
    await createMany(tracker, target, ["Old"]);
    const later = new Date(Date.now() + 60_000);
    expect(await tracker.changed(target, later, null)).toEqual({ remote: [], next: null });
  });

  it("continues at the second of the last change, so that concurrent changes hide nothing", async () => {
    const second = (n: number) => new Date(Date.parse("2026-11-20T10:00:00Z") + n * 1000).toISOString();
    const issues = Array.from({ length: 100 }, (_, n) => ({
      id: n + 1,
      number: n + 1,
      title: "T",
      labels: [],
      state: "open",
      updated_at: second(Math.min(n, 60)).replace(".000", ""),
      html_url: "https://github.example/x",
      repository_url: "https://github.example/repos/acme/web",
      ...(n === 99 ? { pull_request: {} } : {}),
    }));
    const asked: URLSearchParams[] = [];
    const fetch = async (url: string | URL) => {
      asked.push(new URL(url).searchParams);
      return Response.json(issues, { headers: { link: '<https://x.example>; rel="next"' } });
    };
    const many = openAdapter(standIn, { fetch, baseUrl: "https://git.acme.example/api/v3" });
    const first = await many.changed(target, new Date("2026-11-20T10:00:00.900Z"), null);
    expect(first.remote).toHaveLength(99);
    expect(first.next).toBe("2026-11-20T10:01:00Z/1");
    const second1 = await many.changed(target, new Date(0), first.next);
    expect(second1.next).toBe("2026-11-20T10:01:00Z/2");
    expect(asked.map((query) => `${query.get("since")} ${query.get("page")}`)).toEqual([
      "2026-11-20T10:00:00Z 1",
      "2026-11-20T10:01:00Z 1",
    ]);
  });
});
