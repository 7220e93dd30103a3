import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { rebuildInbox } from "../../inbox-items/rebuild.ts";
import { newPlan } from "../plans/scene.test-support.ts";
import { inboxOf, mark, markRead, wholeInbox } from "./scene.test-support.ts";
import { jobKindOfWaking, wakeJob } from "./wake.ts";

const project = "/v1/projects/web";
const later = "2999-01-01T00:00:00.000Z";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  let people = 0;
  let eve: Person;
  beforeEach(async () => {
    eve = await world.person(`eve-${people++}`, "MEMBER", "acme");
  });

  /** Notifies a person of `count` plans; returns the ids, newest first, and the newest plan. */
  async function told(count: number) {
    let plan = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    for (let n = 0; n < count; n++) {
      if (n > 0) plan = await newPlan(world.bob, project, { visibility: "PRIVATE" });
      await world.bob.put(`${plan.path}/shares/${eve.userId}`, { capability: "READ" });
    }
    return { ids: (await wholeInbox(eve)).map(({ id }) => id), plan };
  }

  const waitingJobs = async () => {
    const jobs = world.context.db.selectFrom("jobs").select("payload").where("kind", "=", jobKindOfWaking);
    const rows = await jobs.where("state", "in", ["waiting", "running"]).execute();
    return rows.map(({ payload }) => JSON.parse(payload));
  };

  it("marks items as unread again, and counts those that were read, once", async () => {
    const { ids } = await told(3);
    await markRead(eve, { ids: ids.slice(0, 2) });
    expect(await mark(eve, "unread", { ids: [ids[1], ids[1], ids[2]] })).toBe(1);
    expect(await mark(eve, "unread", { ids: [ids[1]] })).toBe(0);
    expect((await inboxOf(eve)).unread).toBe(2);
    expect((await wholeInbox(eve, "&unread=true")).map(({ id }) => id)).toEqual(ids.slice(1));
    expect(await markRead(eve, { ids })).toBe(2);
  });

  it("snoozed items leave the list and the count, and are listed separately", async () => {
    const { ids } = await told(3);
    await markRead(eve, { ids: [ids[2]] });
    expect(await mark(eve, "snooze", { ids: [ids[0], ids[2]], until: "2999-01-01T01:00:00+01:00" })).toBe(2);
    expect(await inboxOf(eve)).toMatchObject({ items: [{ id: ids[1], read: false }], unread: 1 });
    const snoozed = await wholeInbox(eve, "&snoozed=true");
    expect(snoozed).toMatchObject([
      { id: ids[0], read: false, snoozedUntil: later },
      { id: ids[2], read: false, snoozedUntil: later },
    ]);
    expect((await wholeInbox(eve, "&unread=true")).map(({ id }) => id)).toEqual([ids[1]]);
    const { watermark } = await inboxOf(eve);
    expect(await markRead(eve, { upTo: watermark })).toBe(1);
    expect(await wholeInbox(eve, "&snoozed=true")).toHaveLength(2);
  });

  it("snoozed items return unread at their time, also if they had been read", async () => {
    const { ids } = await told(2);
    await markRead(eve, { ids: [ids[1]] });
    const until = new Date(Date.now() + 1500).toISOString();
    expect(await mark(eve, "snooze", { ids, until })).toBe(2);
    expect(await inboxOf(eve)).toMatchObject({ items: [], unread: 0 });
    await expect.poll(async () => (await inboxOf(eve)).unread).toBe(2);
    expect((await wholeInbox(eve)).map(({ id, read }) => [id, read])).toEqual(ids.map((id) => [id, false]));
    expect(await wholeInbox(eve, "&snoozed=true")).toEqual([]);
  });

  it("an item that returns while unreadable is unread once readable again, and a rebuild counts the same", async () => {
    const { ids, plan } = await told(3);
    const workspaceId = (await eve.get("/v1/me")).body.workspace.id;
    const roots = () =>
      world.context.db.selectFrom("inbox_roots").selectAll().orderBy("user_id").orderBy("root_id").execute();
    await mark(eve, "snooze", { ids, until: new Date(Date.now() + 1000).toISOString() });
    await world.bob.delete(`${plan.path}/shares/${eve.userId}`);
    await expect.poll(async () => (await inboxOf(eve)).unread).toBe(2);
    await world.bob.patch(plan.path, { visibility: "TEAM" });
    expect((await inboxOf(eve)).unread).toBe(3);
    const before = await roots();
    expect(await world.command(rebuildInbox, { workspaceId })).toBe(true);
    expect(await roots()).toEqual(before);
  });

  it("the latest possible time returns nothing, neither this item nor other snoozed ones", async () => {
    const { ids } = await told(3);
    await mark(eve, "snooze", { ids: [ids[0]], until: later });
    await mark(eve, "snooze", { ids: [ids[1]], until: "9999-12-31T23:59:59.999Z" });
    await mark(eve, "snooze", { ids: [ids[2]], until: new Date(Date.now() + 1500).toISOString() });
    await expect.poll(async () => (await inboxOf(eve)).unread).toBeGreaterThan(0);
    expect((await wholeInbox(eve, "&snoozed=true")).map(({ id }) => id)).toEqual(ids.slice(0, 2));
  });

  it("a time before another one's is stored, and one job of a workspace waits for all", async () => {
    const { ids } = await told(3);
    await mark(eve, "snooze", { ids: [ids[0]], until: later });
    for (let n = 0; n < 5; n++)
      await mark(eve, "snooze", { ids: [ids[1]], until: `2998-01-0${n + 1}T00:00:00Z` });
    await mark(eve, "snooze", { ids: [ids[2]], until: new Date(Date.now() + 1000).toISOString() });
    expect(await waitingJobs()).toHaveLength(1);
    await expect.poll(async () => (await inboxOf(eve)).unread).toBe(1);
    await expect.poll(waitingJobs).toHaveLength(1);
    expect(await mark(eve, "unread", { ids })).toBe(2);
  });

  it("a job that runs too early returns nothing, and enqueues another one", async () => {
    const { ids } = await told(2);
    await mark(eve, "snooze", { ids, until: later });
    const { signal } = new AbortController();
    await wakeJob(world.context, (await waitingJobs())[0], { signal });
    expect(await wholeInbox(eve, "&snoozed=true")).toHaveLength(2);
    expect(await waitingJobs()).toHaveLength(1);
  });

  it("marking as read or unread ends it, and snoozing again moves it", async () => {
    const { ids } = await told(3);
    await mark(eve, "snooze", { ids, until: later });
    expect(await mark(eve, "snooze", { ids: [ids[0]], until: "2998-01-01T00:00:00Z" })).toBe(1);
    expect((await wholeInbox(eve, "&snoozed=true"))[0]?.snoozedUntil).toBe("2998-01-01T00:00:00.000Z");
    expect(await mark(eve, "unread", { ids: [ids[0]] })).toBe(1);
    expect(await markRead(eve, { ids: [ids[1]] })).toBe(1);
    const { items, unread } = await inboxOf(eve);
    expect(items.map(({ id, read }) => [id, read])).toEqual([
      [ids[0], false],
      [ids[1], true],
    ]);
    expect(unread).toBe(1);
    expect((await wholeInbox(eve, "&snoozed=true")).map(({ id }) => id)).toEqual([ids[2]]);
  });

  it("changes neither other people's items nor those that the caller can't read", async () => {
    const { ids, plan } = await told(1);
    expect(await mark(world.carol, "snooze", { ids, until: later })).toBe(0);
    expect(await mark(world.carol, "unread", { ids })).toBe(0);
    await world.bob.delete(`${plan.path}/shares/${eve.userId}`);
    expect(await mark(eve, "snooze", { ids, until: later })).toBe(0);
    await world.bob.put(`${plan.path}/shares/${eve.userId}`, { capability: "READ" });
    expect((await wholeInbox(eve)).map(({ id }) => id)).toContain(ids[0]);
  });

  it("refuses a past time, a list of both kinds, and a `read` credential", async () => {
    const { ids } = await told(1);
    const over = { ids, until: "2020-01-01T00:00:00Z" };
    expectInvalid(await eve.post("/v1/notifications/snooze", over), ["/until"]);
    expectInvalid(await eve.post("/v1/notifications/snooze", { ids, until: "tomorrow" }), ["/until"]);
    expectInvalid(await eve.post("/v1/notifications/unread", { upTo: "1" }), ["/ids", "/upTo"]);
    expectInvalid(await eve.get("/v1/notifications?unread=true&snoozed=true"), [""]);
    const reader = await world.reader(eve);
    expectError(await reader.post("/v1/notifications/unread", { ids }), "insufficient_scope");
    expectError(await reader.post("/v1/notifications/snooze", { ids, until: later }), "insufficient_scope");
  });
});
