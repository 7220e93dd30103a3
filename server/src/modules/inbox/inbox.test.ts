import { beforeEach, describe, expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { withRows } from "../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { insertInto } from "../../storage/statement.ts";
import { newPlan } from "../plans/scene.test-support.ts";
import { markItems } from "./mark-read.ts";
import { inboxOf, markRead, wholeInbox } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, {
    env: { GROUNDPLAN_PUBLIC_URL: "https://plans.example.com" },
    project: "Web",
  });

  let people = 0;
  let eve: Person;
  beforeEach(async () => {
    eve = await world.person(`eve-${people++}`, "MEMBER", "acme");
  });
  const shared = async (name = "Shared", to: Person = eve) => {
    const plan = await newPlan(world.bob, project, { name, visibility: "PRIVATE" });
    const share = await world.bob.put(`${plan.path}/shares/${to.userId}`, { capability: "READ" });
    expect(share.status).toBe(200);
    return plan;
  };

  it("a new inbox is empty, with the watermark 0", async () => {
    expect(await inboxOf(eve)).toEqual({ items: [], unread: 0, watermark: "0" });
    expect(await inboxOf(eve, "?unread=true")).toEqual({ items: [], unread: 0, watermark: "0" });
    expect(await markRead(eve, { upTo: "0" })).toBe(0);
  });

  it("notifies new sharers of a plan, and its new owner", async () => {
    const plan = await shared("Launch");
    await world.bob.patch(plan.path, { name: "Take-off" });
    expect((await world.bob.post(`${plan.path}/owner`, { userId: eve.userId })).status).toBe(200);
    const { items, unread, watermark } = await inboxOf(eve);
    const common = {
      type: "share",
      actorName: "bob",
      documentTitle: "Take-off",
      planShortId: plan.shortId,
      planName: "Take-off",
      excerpt: "",
      url: `https://plans.example.com/projects/web/plans/${plan.shortId}`,
      mentioned: false,
      read: false,
    };
    expect(items).toEqual([
      {
        id: expect.any(String),
        sequence: watermark,
        createdAt: expect.any(String),
        ...common,
        eventType: "plan.owner_changed",
        activity: "made you the owner of a plan",
      },
      {
        id: expect.any(String),
        sequence: expect.any(String),
        createdAt: expect.any(String),
        ...common,
        eventType: "plan.shared",
        activity: "shared a plan with you",
      },
    ]);
    expect(unread).toBe(2);
    expect(items[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("notifies of a share that grants more, not of an existing or smaller one", async () => {
    const plan = await shared("Again");
    const told = async () => (await inboxOf(eve)).items.length;
    const share = async (capability: string) => {
      const answer = await world.bob.put(`${plan.path}/shares/${eve.userId}`, { capability });
      expect(answer).toMatchObject({ status: 200, body: { share: { userId: eve.userId, capability } } });
    };
    const path = "/v1/audit?type=plan.shared&limit=200";
    const events = async (): Promise<number> => (await world.alice.get(path)).body.entries.length;
    const before = await events();
    await share("READ");
    expect([await told(), await events()]).toEqual([1, before]);
    await share("EDIT");
    expect([await told(), await events()]).toEqual([2, before + 1]);
    await share("EDIT");
    await share("READ");
    expect([await told(), await events()]).toEqual([2, before + 2]);
    await world.bob.delete(`${plan.path}/shares/${eve.userId}`);
    await share("READ");
    expect([await told(), await events()]).toEqual([3, before + 3]);
  });

  it("notifies a member who takes over another one's plans", async () => {
    const { alice } = world;
    const leaving = await world.person("leaving", "MEMBER", "acme");
    const plan = await newPlan(leaving, project, { name: "Left" });
    await alice.delete(`/v1/members/${leaving.userId}?transferPlansTo=${eve.userId}`);
    expect(await inboxOf(eve)).toMatchObject({
      items: [{ eventType: "plan.owner_changed", actorName: "alice", documentTitle: plan.name }],
      unread: 1,
    });
  });

  it("never notifies people of their own acts, or bystanders", async () => {
    const before = await Promise.all([world.bob, world.carol, world.mallory].map((who) => inboxOf(who)));
    const plan = await newPlan(eve, project);
    await eve.put(`${plan.path}/shares/${eve.userId}`, { capability: "READ" });
    await eve.post(`${plan.path}/owner`, { userId: eve.userId });
    await shared();
    expect((await inboxOf(eve)).items).toHaveLength(1);
    const after = await Promise.all([world.bob, world.carol, world.mallory].map((who) => inboxOf(who)));
    expect(after).toEqual(before);
  });

  it("serves viewers, who can also mark items as read", async () => {
    const viewer = await world.person(`viewer-${people++}`, "VIEWER", "acme");
    await shared("For a viewer", viewer);
    const { items } = await inboxOf(viewer);
    expect(await markRead(viewer, { ids: [items[0]?.id] })).toBe(1);
    expect((await viewer.patch("/v1/notifications/settings", { shares: false })).status).toBe(200);
  });

  it("requires a `write` credential to mark and to change settings", async () => {
    const reader = await world.reader(eve);
    expect((await reader.get("/v1/notifications")).status).toBe(200);
    expectError(await reader.post("/v1/notifications/read", { upTo: "1" }), "insufficient_scope");
    expectError(await reader.patch("/v1/notifications/settings", {}), "insufficient_scope");
  });

  describe("settings", () => {
    const all = { mentions: true, threads: true, suggestions: true, shares: true, pushes: true };

    it("are all true at first, and are personal", async () => {
      const path = "/v1/notifications/settings";
      expect((await eve.get(path)).body).toMatchObject({ settings: all });
      const changed = { settings: { ...all, pushes: false } };
      expect((await eve.patch(path, { pushes: false })).body).toMatchObject(changed);
      expect((await eve.get(path)).body).toMatchObject(changed);
      expect((await world.carol.get(path)).body).toMatchObject({ settings: all });
      expect((await eve.patch(path, { settings: all })).body).toMatchObject({ settings: all });
      expect((await eve.patch(path, {})).body).toMatchObject({ settings: all });
    });

    it("refuse unknown settings", async () => {
      expectInvalid(await eve.patch("/v1/notifications/settings", { email: true }), ["/email"]);
      expectInvalid(await eve.patch("/v1/notifications/settings", { shares: "no" }), ["/shares"]);
    });

    it("affect later items only", async () => {
      await shared("Before");
      await eve.patch("/v1/notifications/settings", { shares: false });
      await shared("Meanwhile");
      expect(await inboxOf(eve)).toMatchObject({ items: [{ documentTitle: "Before" }], unread: 1 });
      await eve.patch("/v1/notifications/settings", { shares: true });
      await shared("After");
      const titles = (await inboxOf(eve)).items.map(({ documentTitle }) => documentTitle);
      expect(titles).toEqual(["After", "Before"]);
    });
  });

  describe("marking as read", () => {
    it("counts the formerly unread items, once", async () => {
      await shared("A");
      await shared("B");
      await shared("C");
      const [c, b, a] = (await inboxOf(eve)).items.map(({ id }) => id);
      expect(await markRead(eve, { ids: [b, b, b] })).toBe(1);
      expect(await markRead(eve, { ids: [b, a] })).toBe(1);
      expect(await markRead(eve, { ids: [] })).toBe(0);
      expect((await inboxOf(eve)).unread).toBe(1);
      expect((await wholeInbox(eve, "&unread=true")).map(({ id }) => id)).toEqual([c]);
      expect((await inboxOf(eve)).items.map(({ read }) => read)).toEqual([false, true, true]);
    });

    it("reads up to a watermark, and leaves later items", async () => {
      await shared("A");
      await shared("B");
      const { watermark } = await inboxOf(eve);
      await shared("C");
      expect(await markRead(eve, { upTo: watermark })).toBe(2);
      expect(await markRead(eve, { upTo: watermark })).toBe(0);
      const { items, unread } = await inboxOf(eve, "?unread=true");
      expect([items.map(({ documentTitle }) => documentTitle), unread]).toEqual([["C"], 1]);
      expect(await markRead(eve, { upTo: "999999999999999" })).toBe(1);
      await shared("D");
      expect((await inboxOf(eve)).unread).toBe(1);
    });

    it("marks a full inbox in chunks, and counts all of it", async () => {
      const full = await world.person("full", "MEMBER", "acme");
      const { id: workspace_id } = (await full.get("/v1/me")).body.workspace;
      const count = 2300;
      const first = 1_000_000;
      const common = { workspace_id, user_id: full.userId, root_id: workspace_id };
      await withRows(world, async (db) => {
        const items = Array.from({ length: count }, (_, n) => ({
          ...common,
          seq: first + n,
          id: `full-${n}`,
          plan_id: null,
          document_id: null,
          mentioned: 0 as const,
          is_read: 0 as const,
          snoozed_until: null,
          outside: 0 as const,
        }));
        await insertInto("inbox_items")(db, items);
        await db
          .insertInto("inbox_roots")
          .values({ ...common, items: count, unread: count })
          .execute();
      });
      const commits = vi.spyOn(world.context.writer, "run");
      expect(await markRead(full, { upTo: String(first + count - 2) })).toBe(count - 1);
      expect(commits.mock.calls.filter(([{ name }]) => name === markItems.name)).toHaveLength(3);
      commits.mockRestore();
      expect((await inboxOf(full)).unread).toBe(1);
      expect(await markRead(full, { upTo: String(first + count) })).toBe(1);
      const marks = world.context.db.selectFrom("inbox_marks").select("seq");
      expect(await marks.where("user_id", "=", full.userId).execute()).toHaveLength(count);
      expect(await markRead(full, { upTo: String(first + count) })).toBe(0);
    });

    it("ignores other people's items and unknown ids", async () => {
      await shared("Mine");
      await shared("Carol's", world.carol);
      const { items } = await inboxOf(world.carol);
      const odd = ["", "x", "0", "' or 1", "0190b5c2-0000-7000-8000-000000000000"];
      expect(await markRead(eve, { ids: [...odd, ...items.map(({ id }) => id)] })).toBe(0);
      expect((await inboxOf(world.carol)).items[0]?.read).toBe(false);
      expect((await inboxOf(eve)).unread).toBe(1);
    });

    it("refuses a body with both, neither, or something else with 400", async () => {
      const { watermark: upTo } = await inboxOf(eve);
      const url = "/v1/notifications/read";
      for (const body of [{}, { ids: [], upTo }]) expectInvalid(await eve.post(url, body), [""]);
      for (const wrong of ["", "-1", "1.5", "x", "1234567890123456", "1 "])
        expectInvalid(await eve.post(url, { upTo: wrong }), ["/upTo"]);
      expectInvalid(await eve.post(url, { upTo: 1 }), ["/upTo"]);
      const ids = Array.from({ length: 10_000 }, (_, n) => `${n}`);
      const answer = await eve.post(url, { ids });
      expectInvalid(answer, ["/ids"]);
      expect(answer.body.error.message).toMatch(/more than 1000 ids/);
      expect(await markRead(eve, { ids: ids.slice(0, 1000) })).toBe(0);
      expectInvalid(await eve.post(url, { ids: [1] }), ["/ids/0"]);
    });

    it("counts each item once for simultaneous marks while new items arrive", async () => {
      for (let n = 0; n < 6; n++) await shared(`Plan ${n}`);
      const { items, watermark } = await inboxOf(eve);
      const ids = items.map(({ id }) => id);
      const counts = await Promise.all([
        markRead(eve, { ids }),
        markRead(eve, { upTo: watermark }),
        shared("New").then(() => 0),
        markRead(eve, { ids: ids.slice(0, 3) }),
        shared("New").then(() => 0),
        markRead(eve, { upTo: watermark }),
      ]);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
      const after = await inboxOf(eve);
      expect([after.unread, after.items.filter(({ read }) => !read).length]).toEqual([2, 2]);
    });
  });

  describe("paging", () => {
    it("refuses the cursor of another person or another query with 400", async () => {
      await shared("A");
      await shared("B");
      const { nextCursor } = await inboxOf(eve, "?limit=1");
      const url = `/v1/notifications?limit=1&cursor=${nextCursor}`;
      expect((await eve.get(url)).status).toBe(200);
      expectInvalid(await world.carol.get(url), ["/cursor"]);
      expectInvalid(await eve.get(`${url}&unread=true`), ["/cursor"]);
      expect((await eve.get(`${url}&unread=false`)).status).toBe(200);
    });

    it("shows the number of unread items and the newest watermark on every page", async () => {
      for (const name of ["A", "B", "C"]) await shared(name);
      const first = await inboxOf(eve, "?limit=1");
      await shared("D");
      const next = await inboxOf(eve, `?limit=1&cursor=${first.nextCursor}`);
      expect([first.unread, next.unread]).toEqual([3, 4]);
      expect(Number(next.watermark)).toBeGreaterThan(Number(first.watermark));
      expect([first, next].map(({ items }) => items[0]?.documentTitle)).toEqual(["C", "B"]);
    });
  });
});
