import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { Person, setUpWorld } from "../../../test/world.ts";
import { rebuildInbox } from "../../inbox-items/rebuild.ts";
import { insertInto } from "../../storage/statement.ts";
import { purgeArchived } from "../plans/archive/purge-plans.ts";
import { newPlan } from "../plans/scene.test-support.ts";
import { forgetSomeItems } from "./forget-roots.ts";
import { inboxOf, markRead } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });
  let workspaceId: string;
  beforeAll(async () => {
    workspaceId = (await world.alice.get("/v1/me")).body.workspace.id;
  });

  let people = 0;
  const member = () => world.person(`member-${people++}`, "MEMBER", "acme");
  const share = (path: string, { userId }: Person, capability = "READ") =>
    world.bob.put(`${path}/shares/${userId}`, { capability });
  async function scene(body: Record<string, unknown> = { visibility: "PRIVATE" }, at = project) {
    const eve = await member();
    const plan = await newPlan(world.bob, at, { name: "Launch", ...body });
    expect((await share(plan.path, eve)).status).toBe(200);
    return { eve, plan };
  }
  const seen = async (person: Person) => {
    const { items, unread, watermark } = await inboxOf(person);
    const only = await inboxOf(person, "?unread=true");
    expect([only.unread, only.items.length]).toEqual([unread, unread]);
    expect(watermark === "0").toBe(items.length === 0);
    return [items.map(({ documentTitle }) => documentTitle), unread];
  };
  const ok = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBeLessThan(300);
  const there = [["Launch"], 1];
  const gone = [[], 0];

  it("items leave with a share and return with one", async () => {
    const { eve, plan } = await scene();
    expect(await seen(eve)).toEqual(there);
    const [item] = (await inboxOf(eve)).items;
    await ok(world.bob.delete(`${plan.path}/shares/${eve.userId}`));
    expect(await seen(eve)).toEqual(gone);
    expect(await markRead(eve, { ids: [item?.id] })).toBe(0);
    expect(await markRead(eve, { upTo: item?.sequence })).toBe(0);
    await ok(share(plan.path, eve));
    expect(await seen(eve)).toEqual([["Launch", "Launch"], 2]);
  });

  it("items leave when a plan is made private and return when it is the team's again", async () => {
    const { eve, plan } = await scene({});
    await ok(world.bob.delete(`${plan.path}/shares/${eve.userId}`));
    expect(await seen(eve)).toEqual(there);
    await ok(world.bob.patch(plan.path, { visibility: "PRIVATE" }));
    expect(await seen(eve)).toEqual(gone);
    await ok(world.bob.patch(plan.path, { visibility: "TEAM" }));
    expect(await seen(eve)).toEqual(there);
  });

  it("items of a person who hands a private plan over leave", async () => {
    const { bob, carol } = world;
    const { eve, plan } = await scene();
    await ok(bob.post(`${plan.path}/owner`, { userId: eve.userId }));
    await ok(eve.delete(`${plan.path}/shares/${eve.userId}`));
    expect(await seen(eve)).toEqual([["Launch", "Launch"], 2]);
    await ok(eve.post(`${plan.path}/owner`, { userId: carol.userId }));
    expect(await seen(eve)).toEqual(gone);
    await ok(carol.delete(plan.path));
  });

  it("a removed member's inbox goes with the membership: it is empty when they return", async () => {
    const { alice } = world;
    const { eve, plan } = await scene({});
    await markRead(eve, { upTo: "2147483647" });
    await ok(eve.patch("/v1/notifications/settings", { pushes: false }));
    await ok(alice.delete(`/v1/members/${eve.userId}`));
    expect((await eve.get("/v1/notifications")).status).toBe(401);
    expect(await rowsOf(eve)).toEqual([0, 0, 0]);
    await world.command(rebuildInbox, { workspaceId });
    expect(await rowsOf(eve)).toEqual([0, 0, 0]);
    await withRows(world, (db) =>
      db
        .insertInto("memberships")
        .values({
          workspace_id: workspaceId,
          user_id: eve.userId,
          role: "MEMBER",
          joined_at: new Date().toISOString(),
        })
        .execute(),
    );
    const back = new Person(world, eve.userId, eve.email, await world.key(eve.email, "acme", "write"));
    expect(await seen(back)).toEqual(gone);
    expect((await back.get("/v1/notifications/settings")).body.settings.pushes).toBe(true);
    await ok(share(plan.path, back));
    expect(await seen(back)).toEqual(there);
    await world.command(rebuildInbox, { workspaceId });
    expect(await seen(back)).toEqual(there);
  });

  it("items of an archived plan stay, and those of a purged one are gone for good", async () => {
    const { eve, plan } = await scene();
    await ok(world.bob.post(`${plan.path}/archive`));
    expect(await seen(eve)).toEqual(there);
    await markRead(eve, { upTo: "2147483647" });
    const input = { workspaceId, kind: "plan" as const, id: plan.id, archivedBefore: "2999" };
    expect(await world.command(purgeArchived, input)).toBe(true);
    expect(await seen(eve)).toEqual(gone);
    expect(await rowsOf(eve)).toEqual([0, 0, 0]);
  });

  it("items of a deleted plan are gone, and those of its ancestors stay", async () => {
    const { eve, plan } = await scene();
    const sub = await newPlan(world.bob, project, { name: "Part", parentPlanId: plan.id });
    await ok(world.bob.post(`${sub.path}/move`, { parentPlanId: null }));
    // It inherited the shares of its parent.
    await ok(world.bob.delete(`${sub.path}/shares/${eve.userId}`));
    await ok(share(sub.path, eve));
    await ok(world.bob.post(`${sub.path}/move`, { parentPlanId: plan.id }));
    expect(await seen(eve)).toEqual([["Part", "Launch"], 2]);
    await ok(world.bob.delete(sub.path));
    expect(await seen(eve)).toEqual(there);
    await ok(world.bob.delete(plan.path));
    expect(await seen(eve)).toEqual(gone);
    expect(await rowsOf(eve)).toEqual([0, 0, 0]);
  });

  it("items of a deleted plan with many recipients are gone at once, and their rows in chunks", async () => {
    const { eve, plan } = await scene();
    const first = 1_000_000;
    const count = 2200;
    const key = { workspace_id: workspaceId, user_id: eve.userId };
    await withRows(world, async (db) => {
      const items = Array.from({ length: count }, (_, n) => ({
        ...key,
        seq: first + n,
        id: `${eve.userId}-${n}`,
        root_id: plan.id,
        plan_id: plan.id,
        document_id: null,
        mentioned: 0 as const,
        is_read: n % 2 ? (1 as const) : (0 as const),
        snoozed_until: null,
        outside: 0 as const,
      }));
      await insertInto("inbox_items")(db, items);
      await insertInto("inbox_marks")(
        db,
        items.flatMap(({ seq, is_read }) =>
          is_read ? [{ ...key, seq, read_at: "2026-01-01", snoozed_until: null }] : [],
        ),
      );
      await db
        .updateTable("inbox_roots")
        .set((set) => ({ items: set("items", "+", count), unread: set("unread", "+", count / 2) }))
        .where("user_id", "=", eve.userId)
        .execute();
    });
    await ok(world.bob.delete(plan.path));
    expect(await seen(eve)).toEqual(gone);
    expect(await markRead(eve, { upTo: "2147483647" })).toBe(0);
    const forgotten = { workspaceId, roots: [plan.id] };
    while (!(await world.command(forgetSomeItems, forgotten)));
    expect(await rowsOf(eve)).toEqual([0, 0, 0]);
  });

  it("items of a deleted project leave, and nothing is kept of a purged one", async () => {
    const { alice } = world;
    await alice.post("/v1/projects", { name: "Short" });
    const { eve } = await scene({}, "/v1/projects/short");
    expect(await seen(eve)).toEqual(there);
    const { id } = (await alice.get("/v1/projects/short")).body.project;
    await ok(alice.delete("/v1/projects/short"));
    expect(await seen(eve)).toEqual(gone);
    expect(await rowsOf(eve)).toEqual([1, 1, 0]);
    const input = { workspaceId, kind: "project" as const, id, archivedBefore: "2999" };
    expect(await world.command(purgeArchived, input)).toBe(true);
    expect(await rowsOf(eve)).toEqual([0, 0, 0]);
  });

  it("items of a plan that moves follow its new root", async () => {
    const { bob } = world;
    const { eve, plan } = await scene();
    const hidden = await newPlan(bob, project, { name: "Hidden", visibility: "PRIVATE" });
    const open = await newPlan(bob, project, { name: "Open" });
    await ok(bob.post(`${plan.path}/move`, { parentPlanId: hidden.id }));
    expect(await seen(eve)).toEqual(gone);
    await ok(share(hidden.path, eve));
    expect(await seen(eve)).toEqual([["Hidden", "Launch"], 2]);
    await markRead(eve, { upTo: "2147483647" });
    await ok(bob.post(`${plan.path}/move`, { parentPlanId: open.id }));
    await ok(bob.delete(`${hidden.path}/shares/${eve.userId}`));
    expect(await seen(eve)).toEqual([["Launch"], 0]);
    await ok(bob.post(`${plan.path}/move`, { parentPlanId: null }));
    await ok(bob.patch(plan.path, { visibility: "PRIVATE" }));
    expect(await seen(eve)).toEqual(gone);
  });

  const rowsOf = ({ userId }: Person) =>
    Promise.all(
      (["inbox_items", "inbox_roots", "inbox_marks"] as const).map(
        async (table) =>
          (await world.context.db.selectFrom(table).select("user_id").where("user_id", "=", userId).execute())
            .length,
      ),
    );
});
