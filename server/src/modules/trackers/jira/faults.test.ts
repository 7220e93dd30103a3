import { faults, type JiraFault } from "@groundplan/tracker-stand-ins/jira";
import { expect, test } from "vitest";
import type { Fetch } from "../../../outbound/client.ts";
import type { Governor, Limit, LimitState } from "../limits/governor.ts";
import { failure, item, made, make, open, plan, world } from "./jira.test-support.ts";

const bulk = { method: "POST", path: "/issue/bulk$" };
const since = () => new Date(Date.now() - 60_000);

/** Records what it learns. */
function listening() {
  const learnt: [string, LimitState][] = [];
  const taken: string[] = [];
  const governor: Governor = {
    take: async (limit: Limit) => void taken.push(limit.name),
    learn: async (limit: Limit, state: LimitState) => void learnt.push([limit.name, state]),
  };
  return { governor, learnt, taken };
}

test("a create without a readable answer may have happened, and its issue is found", async () => {
  const broken = [
    faults.loseReply,
    faults.truncate,
    faults.serverError(502, "after"),
    faults.proxyPage(200, "after"),
    faults.proxyPage(403, "after"),
  ];
  for (const fault of broken) {
    await using jira = await world();
    const { tracker, site, target } = jira;
    await tracker.check(target);
    site.faults.next(bulk, fault);
    const items = [item("A"), plan("B")];
    await expect(tracker.create(target, items)).rejects.toMatchObject({ outcome: "unknown" });
    const found = await tracker.find(target, items, since());
    expect(found).toMatchObject([[{ external: { key: "PROJ-1" } }], [{ external: { key: "PROJ-2" } }]]);
    expect(site.dump().issues).toHaveLength(2);
  }
});

test("a create that never left is not found", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  await tracker.check(target);
  site.faults.next(bulk, faults.cut);
  const items = [item("A")];
  await expect(tracker.create(target, items)).rejects.toMatchObject({ outcome: "unknown" });
  expect(await tracker.find(target, items, since())).toEqual([[]]);
});

test("an issue whose label a user removed is found among later creates", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const items = [item("A"), item("B"), item("not there")];
  const [key] = (await tracker.create(target, items.slice(0, 2))).map(
    (one) => one.done && one.remote.external.key,
  );
  site.drift.edit(String(key), { labels: ["theirs"] });
  const before = site.log.length;
  expect(await tracker.find(target, items.slice(1, 2), since())).toMatchObject([[{ external: {} }]]);
  expect(site.log.length - before).toBe(2);
  expect(await tracker.find(target, items, since())).toMatchObject([[{ external: { key } }], [{}], []]);
});

test("an issue that the search does not know yet is found by the keys that follow", async () => {
  await using jira = await world({ limits: { indexDelayMs: 60_000 } });
  const { tracker, site, target } = jira;
  const items = [item("A"), item("B"), item("not there")];
  await tracker.create(target, [item("earlier")]);
  site.faults.next(bulk, faults.loseReply);
  await expect(tracker.create(target, items.slice(0, 2))).rejects.toMatchObject({ outcome: "unknown" });
  expect(await open(site).find(target, items, since())).toMatchObject([
    [{ external: { key: "PROJ-2" } }],
    [{ external: { key: "PROJ-3" } }],
    [],
  ]);
});

test("a clone is found after its original, whatever users changed in it", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const one = item("A");
  const { key } = await made(tracker, target, one);
  const clone = site.drift.clone(key);
  const [found] = await tracker.find(target, [one], since());
  expect(found?.map(({ external }) => external.key)).toEqual([key, clone]);
});

test("a label alone, or the mark of another issue, is no identity", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const issue = item("A");
  const other = await made(tracker, target, item("B"));
  site.drift.edit(other.key, { labels: [`planning-${issue.identity.clientId}`] });
  expect(await tracker.find(target, [issue], since())).toEqual([[]]);
  await make(tracker, target, issue);
  const forged = { ...issue, identity: { ...issue.identity, marker: "v1 forged" } };
  expect(await tracker.find(target, [forged], since())).toEqual([[]]);
});

test("an issue is found wherever users moved it", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const one = item("A");
  const { key } = await made(tracker, target, one);
  const moved = site.drift.moveToProject(key, "MOVE");
  expect(await tracker.find(target, [one], since())).toMatchObject([[{ external: { key: moved } }]]);
});

test("some of a batch may fail while the others are created, each with its own outcome", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  await tracker.check(target);
  const failElements = [
    { index: 1, status: 400 },
    { index: 3, status: 500 },
  ];
  const fault: JiraFault = { failElements };
  site.faults.next(bulk, fault);
  const items = ["A", "B", "C", "D", "E"].map((name) => item(name));
  const created = await tracker.create(target, items);
  expect(created.map((one) => (one.done ? one.remote.fields.title : one.error.outcome))).toEqual([
    "A",
    "refused",
    "C",
    "unknown",
    "E",
  ]);
});

test("a batch of which nothing could be created has an outcome for each item", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  await tracker.check(target);
  site.drift.removeIssueType(target, "Task");
  const created = await tracker.create(target, [item("A"), item("B")]);
  expect(created.map(failure)).toMatchObject([{ code: "invalid" }, { code: "invalid" }]);
  expect(site.dump().issues).toEqual([]);
});

test("a created issue is returned even if it can't be read, in the form that is read later", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  await tracker.check(target);
  site.faults.next({ path: "bulkfetch" }, faults.serverError(503, "before"));
  const one = item("A  title", { effort: 4, text: "Some **text**.\r\n\r\nMore." });
  const { remote } = await make(tracker, target, one);
  const [read] = await tracker.read(target, [{ kind: "item", external: remote.external }]);
  expect(read).toMatchObject({ external: remote.external, fields: remote.fields, status: remote.status });
});

test("a change to an issue before it could be read counts as a user's edit", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  await tracker.check(target);
  site.onResponse(({ path }) => {
    if (path.endsWith("/issue/bulk")) site.drift.edit("PROJ-1", { summary: "By an automation" });
  });
  const [edited, untouched] = await tracker.create(target, [item("A", { effort: 3 }), item("B")]);
  expect(site.dump().issues[0]?.summary).toBe("By an automation");
  expect(edited).toMatchObject({ remote: { fields: { title: "A", text: "What A is.", effort: "3" } } });
  expect(untouched).toMatchObject({ remote: { fields: { title: "B", text: "What B is." } } });
});

test("Jira's own form of a new issue's text counts as ours", async () => {
  await using jira = await world();
  const inItsWay: Fetch = async (...call) => {
    const response = await fetch(...call);
    const body = await response.text();
    return new Response(body.replaceAll("What A is.", "In Jira's way."), response);
  };
  const { remote } = await make(open(jira.site, { fetch: inItsWay }), jira.target, item("A"));
  expect(remote.fields.text).toBe("In Jira's way.");
});

test("an update returns the issue as it left it, null if Jira does not say, and `unknown` if the answer was lost", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const issue = item("A");
  const external = await made(tracker, target, issue);
  const change = { external, item: { ...issue, title: "New" }, write: ["title" as const] };
  const calls = site.log.length;
  expect(await tracker.update(target, [change])).toMatchObject([
    { done: true, remote: { fields: { title: "New" } } },
  ]);
  expect(site.log.slice(calls).map(({ method }) => method)).toEqual(["PUT"]);
  site.faults.next({ method: "PUT" }, { after: { status: 204 } });
  expect(await tracker.update(target, [change])).toMatchObject([{ done: true, remote: null }]);
  site.faults.next({ method: "PUT" }, faults.loseReply);
  expect(failure((await tracker.update(target, [change]))[0])).toMatchObject({ outcome: "unknown" });
  site.faults.next({ method: "PUT" }, faults.conflict);
  expect(failure((await tracker.update(target, [change]))[0])).toMatchObject({ outcome: "not_executed" });
});

test("the failure of one item loses no outcome of the others", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const items = Array.from({ length: 20 }, (_, index) => item(`Spec ${index}`));
  const created = await tracker.create(target, items);
  const externals = created.map((one) => {
    if (!one.done) throw one.error;
    return one.remote.external;
  });
  const [first, ...others] = externals;
  if (!first) throw new Error("nothing was made");
  site.faults.add({ match: { path: "/issueLink$" }, fault: faults.loseReply, skip: 4 });
  site.faults.add({ match: { path: "/issueLink$" }, fault: faults.limited("jira-burst-based", 1), skip: 8 });
  const needs = others.map((needed) => ({ kind: "item" as const, issue: first, needed }));
  const outcomes = await tracker.link(target, needs);
  expect(outcomes.filter(({ done }) => done)).toHaveLength(17);
  const failed = outcomes.flatMap((outcome) => (outcome.done ? [] : [outcome.error.outcome]));
  expect(failed.sort()).toEqual(["not_executed", "unknown"]);
  expect(site.dump().links).toHaveLength(18);
});

test("a credential that expires halfway is not tried for the remaining items", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  const external = await made(tracker, target, item("A"));
  const changes = Array.from({ length: 50 }, (_, index) => ({
    external,
    item: item(`A ${index}`),
    write: ["title" as const],
  }));
  site.faults.next({ method: "PUT" }, faults.revoke);
  const outcomes = await tracker.update(target, changes);
  expect(outcomes.map(failure).every(({ code }) => code === "credential")).toBe(true);
  expect(site.log.filter(({ method }) => method === "PUT").length).toBeLessThanOrEqual(8);
});

test("every call asks the governor for the connection's limit and for its operation's", async () => {
  await using jira = await world();
  const { governor, taken } = listening();
  const tracker = open(jira.site, { governor });
  await make(tracker, jira.target, item("A"));
  expect(taken.filter((name) => name === "requests")).toHaveLength(jira.site.log.length);
  expect(taken).toContain("POST /issue/bulk");
  const agents = new Set(jira.site.log.map(({ headers }) => headers["user-agent"]));
  expect([...agents]).toEqual([expect.stringMatching(/^groundplan\/\d/)]);
});

test("a limit of points holds for the connection, a limit of an operation or an issue only for that one", async () => {
  await using jira = await world();
  const { site, target } = jira;
  const { governor, learnt } = listening();
  const tracker = open(site, { governor });
  const external = await made(tracker, target, item("A"));
  const other = await made(tracker, target, item("B"));
  const update = async (of = external) => {
    const change = { external: of, item: item("New"), write: ["title" as const] };
    const [outcome] = await tracker.update(target, [change]);
    return outcome?.done ? "done" : failure(outcome);
  };
  const limited = { outcome: "not_executed", code: "limited" };

  site.faults.next({ method: "PUT" }, faults.limited("jira-quota-tenant-based", 1800));
  expect(await update()).toMatchObject({ ...limited, retryAfterSeconds: 1800 });
  expect(learnt.splice(0)).toEqual([["requests", { waitSeconds: 1800 }]]);

  site.faults.next({ method: "PUT" }, faults.limited("jira-burst-based", 3));
  expect(await update()).toMatchObject({ ...limited, retryAfterSeconds: 3 });
  expect(learnt.splice(0)).toEqual([["PUT /issue/{id}", { waitSeconds: 3 }]]);

  site.faults.next({ method: "PUT" }, faults.limited("jira-per-issue-on-write", 1));
  const sent = () => site.log.filter(({ method }) => method === "PUT").length;
  expect(await update()).toMatchObject({ ...limited, retryAfterSeconds: 1 });
  const before = sent();
  expect(await update()).toMatchObject(limited);
  expect(sent()).toBe(before);
  expect(await update(other)).toBe("done");
  expect(learnt).toEqual([]);
});

test("a batch that is refused as a whole creates nothing", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  await tracker.check(target);
  const body = { errorMessages: ["Too much."], errors: {} };
  site.faults.next(bulk, { before: { status: 400, body } });
  await expect(tracker.create(target, [item("A")])).rejects.toMatchObject({
    outcome: "refused",
    code: "invalid",
  });
});

test("an answer for fewer issues than were sent leaves their outcome unknown", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  await tracker.check(target);
  const issue = { id: "1", key: "PROJ-1", self: "" };
  for (const issues of [[issue], [issue, issue, issue], [{ ...issue, id: "x" }, issue]]) {
    site.faults.next(bulk, { after: { status: 201, body: { issues, errors: [] } } });
    await expect(tracker.create(target, [item("A"), item("B")])).rejects.toMatchObject({
      outcome: "unknown",
    });
  }
});

test("a create that hits a limit creates nothing, and is not retried by itself", async () => {
  await using jira = await world();
  const { tracker, site, target } = jira;
  await tracker.check(target);
  site.faults.next(bulk, faults.limited("jira-quota-global-based", 60));
  await expect(tracker.create(target, [item("A")])).rejects.toMatchObject({
    outcome: "not_executed",
    retryAfterSeconds: 60,
  });
  expect(site.log.filter(({ path }) => path.endsWith("/issue/bulk"))).toHaveLength(1);
  expect(site.dump().issues).toEqual([]);
});

test("many links to one issue wait for Jira's limits, and none of them is lost or created twice", async () => {
  await using jira = await world({ limits: { perIssueWrites: true } });
  const { tracker, site, target } = jira;
  const hub = await made(tracker, target, item("Hub"));
  const created = await tracker.create(
    target,
    Array.from({ length: 30 }, (_, index) => item(`Spec ${index}`)),
  );
  let needs = created.flatMap((one) =>
    one.done ? [{ kind: "item" as const, issue: one.remote.external, needed: hub }] : [],
  );
  for (let round = 0; needs.length > 0 && round < 5; round++) {
    const outcomes = await tracker.link(target, needs);
    const left = needs.filter((_, index) => !outcomes[index]?.done);
    const waits = outcomes.flatMap((one) => (one.done ? [] : [one.error.retryAfterSeconds ?? 0]));
    await new Promise((wake) => setTimeout(wake, Math.max(0, ...waits) * 1000));
    needs = left;
  }
  expect(needs).toEqual([]);
  expect(site.dump().links).toHaveLength(30);
});
