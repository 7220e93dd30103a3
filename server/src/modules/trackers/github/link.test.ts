import { faults, type GitHubStandIn, startGitHub } from "@groundplan/tracker-stand-ins/github";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ExternalRef, Parent, Tracker } from "../tracker.ts";
import { createMany, expectValid, openAdapter, refusal, writes, written } from "./adapter.test-support.ts";

const target = "acme/web";
let standIn: GitHubStandIn;
let tracker: Tracker;
let a: ExternalRef;
let b: ExternalRef;
let c: ExternalRef;
let d: ExternalRef;

beforeAll(async () => {
  standIn = await startGitHub({ limits: { children: 3, levels: 3, dependencies: 2 } });
});
afterAll(() => standIn.close());
beforeEach(async () => {
  tracker = openAdapter(standIn);
  const made = await createMany(tracker, target, ["A", "B", "C", "D"]);
  [a, b, c, d] = made as [ExternalRef, ExternalRef, ExternalRef, ExternalRef];
});
afterEach(() => {
  standIn.faults.clear();
  expectValid(standIn);
});

const under = (...items: ExternalRef[]): Parent => ({ container: items[0] ?? null, items: items.slice(1) });
const placeHeld = async (
  child: ExternalRef,
  parent: Parent | null,
  possibleParents: (Parent | null)[] | null,
  overwrite = false,
) => (await tracker.place(target, [{ kind: "item", child, parent, possibleParents, overwrite }]))[0];
/** Places a child last seen directly under the plan. */
const place = (
  child: ExternalRef,
  parent: Parent | null,
  possibleParents: readonly (ExternalRef | null)[] | null = [null],
  overwrite = false,
) => placeHeld(child, parent, possibleParents?.map((one) => one && under(one)) ?? null, overwrite);
const need = async (issue: ExternalRef, needed: ExternalRef) =>
  (await tracker.link(target, [{ kind: "item", issue, needed }]))[0];
const endNeed = async (issue: ExternalRef, needed: ExternalRef) =>
  (await tracker.unlink(target, [{ kind: "item", issue, needed }]))[0];
const dumped = async ({ id }: ExternalRef) => (await standIn.dump()).find((issue) => String(issue.id) === id);
const parentOf = async (child: ExternalRef) => String((await dumped(child))?.parent);
const needsOf = async (issue: ExternalRef) => (await dumped(issue))?.blockedBy.map(String);

const leftThere = ({ key }: ExternalRef) => ({
  ...written,
  left: `${key} was put under another issue in GitHub; it was left there.`,
});

const gone = { before: { status: 404, body: { message: "Not Found" } } };

describe("a place", () => {
  it("is under the innermost spec, else under the plan", async () => {
    expect(await place(a, under(b))).toEqual(written);
    expect(await parentOf(a)).toBe(b.id);
    expect(await place(c, under(b, a))).toEqual(written);
    expect(await parentOf(c)).toBe(a.id);
    expect(await place(c, { container: null, items: [d] }, [a])).toEqual(written);
    expect(await parentOf(c)).toBe(d.id);
  });

  it("can be set again without harm, also after an answer that never came", async () => {
    standIn.faults.next({ method: "POST", path: "sub_issues" }, faults.loseReply);
    expect(await place(a, under(b))).toMatchObject({ done: false, error: { outcome: "unknown" } });
    expect(await parentOf(a)).toBe(b.id);
    expect(await place(a, under(b))).toEqual(written);
  });

  it("is changed only if a push gave it, unless asked to overwrite", async () => {
    await place(a, under(b));
    expect(await place(a, null, [c])).toEqual(leftThere(a));
    expect(await place(a, null, [])).toEqual(leftThere(a));
    expect(await parentOf(a)).toBe(b.id);
    expect(await place(a, null, [b])).toEqual(written);
    expect(await parentOf(a)).toBe("null");
    expect(await place(a, null, [b])).toEqual(written);
    await place(a, under(d));
    expect(await place(a, null, [c], true)).toEqual(written);
    expect(await parentOf(a)).toBe("null");
    const from = standIn.log.length;
    expect(await place(a, null)).toEqual(written);
    expect(standIn.log.length).toBe(from);
  });

  it("that users chose stays, unless asked to overwrite", async () => {
    await place(a, under(b));
    for (const possibleParents of [[null], [d], [null, d], []]) {
      expect(await place(a, under(c), possibleParents)).toEqual(leftThere(a));
    }
    expect(await parentOf(a)).toBe(b.id);
    expect(await place(a, under(c), [d], true)).toEqual(written);
    expect(await parentOf(a)).toBe(c.id);
    expect(await place(a, under(b), [null], true)).toEqual(written);
    expect(await parentOf(a)).toBe(b.id);
  });

  it("is changed if nobody knows whether a push gave it", async () => {
    expect(await place(a, under(b), null)).toEqual(written);
    expect(await place(a, under(b), null)).toEqual(written);
    expect(await parentOf(a)).toBe(b.id);
    expect(await place(a, under(c), null)).toEqual(written);
    expect(await parentOf(a)).toBe(c.id);
    expect(await place(a, null, null)).toEqual(written);
    expect(await parentOf(a)).toBe("null");
  });

  it("is changed if it is any of those where a push may have left the issue", async () => {
    for (const at of [b, c, null]) {
      await place(a, at && under(at), null);
      expect(await place(a, under(d), [b, null, c])).toEqual(written);
      expect(await parentOf(a)).toBe(d.id);
    }
    expect(await place(a, null, [b, d])).toEqual(written);
    expect(await parentOf(a)).toBe("null");
  });

  it("is judged by the direct parent", async () => {
    await place(a, under(b, c));
    expect(await placeHeld(a, under(d), [under(b)])).toEqual(leftThere(a));
    expect(await placeHeld(a, under(d), [under(b, c)])).toEqual(written);
    expect(await parentOf(a)).toBe(d.id);
  });

  it("that users emptied stays so, unless all possible parents are gone", async () => {
    await place(a, under(b));
    await place(a, null, [b]);
    const left = `${a.key} was removed from its parent issue in GitHub; it was left unchanged.`;
    expect(await place(a, under(c), [b])).toEqual({ ...written, left });
    await standIn.deleteIssue(target, d.number ?? 0);
    expect(await place(a, under(c), [d, b])).toEqual({ ...written, left });
    expect(await parentOf(a)).toBe("null");
    expect(await place(a, under(c), [b], true)).toEqual(written);
    await standIn.deleteIssue(target, c.number ?? 0);
    expect(await place(a, under(b), [d, c])).toEqual(written);
    expect(await parentOf(a)).toBe(b.id);
  });

  it("is not changed if users are faster than the call", async () => {
    await place(a, under(b));
    await place(a, null, [b]);
    const end = standIn.onRequest(async ({ method, path }) => {
      if (method !== "POST" || !path.includes("sub_issues")) return undefined;
      end();
      await place(a, under(d));
      return undefined;
    });
    expect(await place(a, under(c))).toEqual(leftThere(a));
    expect(await parentOf(a)).toBe(d.id);
  });

  it("costs no read for a new issue, and one for each move", async () => {
    const calls = async (placing: () => Promise<unknown>) => {
      const from = standIn.log.length;
      await placing();
      return standIn.log.slice(from).map(({ method }) => method);
    };
    expect(await calls(() => place(a, under(b)))).toEqual(["POST"]);
    expect(await calls(() => place(a, under(c), [b]))).toEqual(["GET", "POST"]);
    expect(await calls(() => place(a, under(c), [b]))).toEqual(["GET"]);
    expect(await calls(() => place(a, null, [c]))).toEqual(["GET", "DELETE"]);
  });

  it("is refused beyond GitHub's limits, in a cycle and under another owner's issue", async () => {
    await place(b, under(a));
    await place(c, under(b));
    const sentence = new RegExp(
      `${d.key} under its parent; it allows 100 sub-issues of the same owner per issue, 8 levels deep`,
    );
    expect(await place(d, under(c))).toMatchObject(refusal(sentence));
    expect(await place(a, under(c))).toMatchObject(refusal("GitHub does not accept"));
    const [foreign] = await createMany(tracker, "planner/notes", ["F"]);
    if (!foreign) throw new Error("not made");
    expect(await place(foreign, under(a))).toMatchObject(refusal("of the same owner"));
    const [e, f] = await createMany(tracker, target, ["E", "F"]);
    if (!e || !f) throw new Error("not made");
    await place(d, under(a));
    await place(e, under(a));
    expect(await place(f, under(a))).toMatchObject(refusal("it allows 100 sub-issues"));
  });

  it("of a missing issue is refused, and not reported as left", async () => {
    await standIn.deleteIssue(target, a.number ?? 0);
    expect(await place(a, under(b))).toMatchObject({ done: false, error: { code: "missing" } });
    expect(await place(a, null, [b])).toMatchObject({ done: false, error: { code: "missing" } });
  });
});

describe("a dependency", () => {
  it("can be created and removed any number of times", async () => {
    expect([await need(a, b), await need(a, b), await need(a, c)]).toEqual([written, written, written]);
    expect(await needsOf(a)).toEqual([b.id, c.id]);
    expect([await endNeed(a, b), await endNeed(a, b)]).toEqual([written, written]);
    expect(await needsOf(a)).toEqual([c.id]);
  });

  it("exists after an answer that never came, and can be repeated", async () => {
    standIn.faults.next({ method: "POST", path: "blocked_by" }, faults.loseReply);
    expect(await need(a, b)).toMatchObject({ done: false, error: { outcome: "unknown" } });
    expect(await need(a, b)).toEqual(written);
    expect(await needsOf(a)).toEqual([b.id]);
  });

  it("is refused beyond GitHub's limits and in a cycle", async () => {
    await need(a, b);
    await need(a, c);
    expect(await need(a, d)).toMatchObject(refusal(/it allows 50 per issue/));
    expect(await need(b, a)).toMatchObject(refusal(`another issue that blocks ${b.key}`));
  });

  it("counts as removed if one of its issues is gone", async () => {
    await need(a, b);
    await need(c, d);
    await standIn.deleteIssue(target, a.number ?? 0);
    await standIn.deleteIssue(target, d.number ?? 0);
    expect([await endNeed(a, b), await endNeed(c, d)]).toEqual([written, written]);
  });

  it("does not count as removed if the whole repository is hidden", async () => {
    await need(a, b);
    standIn.faults.always({ path: "^/repos" }, gone);
    expect(await endNeed(a, b)).toMatchObject({ done: false, error: { outcome: "refused" } });
  });

  it("of a missing issue is refused", async () => {
    await standIn.deleteIssue(target, b.number ?? 0);
    expect(await need(a, b)).toMatchObject({ done: false, error: { code: "missing" } });
    expect(await need(b, a)).toMatchObject({ done: false, error: { code: "missing" } });
  });
});

describe("several links", () => {
  it("have an outcome each, in order", async () => {
    await standIn.deleteIssue(target, c.number ?? 0);
    standIn.faults.next({ path: `/${d.number}/dependencies` }, faults.serverError(502, "after"));
    const needs = [b, c, d].map((issue) => ({ kind: "item" as const, issue, needed: a }));
    expect(await tracker.link(target, needs)).toMatchObject([
      written,
      { done: false, error: { code: "missing" } },
      { done: false, error: { outcome: "unknown" } },
    ]);
  });

  const mostAtOnce = async (baseUrl: string, write: (tracker: Tracker) => Promise<unknown>) => {
    let underWay = 0;
    let most = 0;
    const fetch = async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay--;
      return Response.json({});
    };
    await write(openAdapter(standIn, { baseUrl, fetch }));
    return most;
  };
  const [itself, own] = ["https://api.github.com", "https://git.acme.example/api/v3"];

  it("are sent one after another to api.github.com, and up to four at once to a self-hosted server", async () => {
    const needs = Array.from({ length: 10 }, () => ({ kind: "item" as const, issue: a, needed: b }));
    const linkAll = (tracker: Tracker) => tracker.link(target, needs);
    expect(await mostAtOnce(itself, linkAll)).toBe(1);
    expect(await mostAtOnce(own, linkAll)).toBe(4);
  });

  it("for places are sent one after another everywhere, so that sub-issues keep their order", async () => {
    const item = {
      kind: "item" as const,
      child: a,
      parent: under(b),
      possibleParents: [null],
      overwrite: false,
    };
    const placeAll = (tracker: Tracker) => tracker.place(target, Array(10).fill(item));
    expect(await mostAtOnce(own, placeAll)).toBe(1);
  });
});

describe("a self-hosted server that is older than", () => {
  it.each([
    ["sub-issues", "/sub_issue|/parent$", () => place(a, under(b))],
    ["dependencies", "/dependencies/", () => need(a, b)],
  ])("%s says so, and is not asked again", async (feature, path, link) => {
    standIn.faults.always({ path }, gone);
    const sentence = `This GitHub server has no ${feature}`;
    expect(await link()).toMatchObject(refusal(sentence));
    const from = standIn.log.length;
    expect(await link()).toMatchObject(refusal(sentence));
    expect(standIn.log.length).toBe(from);
  });

  it("nothing is not taken for older when an issue is missing", async () => {
    await standIn.deleteIssue(target, b.number ?? 0);
    expect(await place(a, under(b))).toMatchObject({ done: false, error: { code: "missing" } });
    expect(await place(a, under(c))).toEqual(written);
    expect(writes(standIn).at(-1)).toMatch(/^POST .*sub_issues$/);
  });

  it("anything is never api.github.com", async () => {
    const fetch = async (url: string | URL) =>
      /sub_issues|parent/.test(String(url)) ? Response.json({}, { status: 404 }) : Response.json({});
    tracker = openAdapter(standIn, { fetch, baseUrl: "https://api.github.com" });
    expect(await place(a, under(b))).toMatchObject(refusal("not there"));
  });
});
