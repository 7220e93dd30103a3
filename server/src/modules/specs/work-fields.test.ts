import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let spec: Awaited<ReturnType<typeof newSpec>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
    spec = await newSpec(world.bob, plan);
  });
  let labels = 0;
  const newLabel = async (name = `Label ${labels++}`) =>
    (await world.bob.post("/v1/labels", { name, color: "#1F6FEB" })).body.label;
  const inboxOf = async (who: Person) => (await who.get("/v1/notifications")).body.items;

  it("a spec has an assignee, labels, a priority and a due date, which are no content", async () => {
    const label = await newLabel("Bug");
    expect(label).toMatchObject({ name: "Bug", color: "#1f6feb" });
    const body = {
      assigneeUserId: world.carol.userId,
      labelIds: [label.id],
      priority: 1,
      dueDate: "2026-12-24",
    };
    const before = await world.bob.get(spec.path);
    const changed = await world.bob.patch(spec.path, body);
    expect(outcome(changed)).toBe("200");
    const shown = {
      assigneeUserId: world.carol.userId,
      assigneeActive: true,
      labels: [{ id: label.id, name: "Bug", color: "#1f6feb" }],
      priority: 1,
      dueDate: "2026-12-24",
      revision: 1,
      readiness: before.body.spec.readiness,
    };
    expect(changed.body.spec).toMatchObject(shown);
    const after = await world.bob.get(spec.path);
    expect(after.body.spec).toMatchObject(shown);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect((await world.bob.get(`${spec.path}/versions`)).body.versions).toHaveLength(1);
    const created = await world.bob.post(`${plan.path}/specs`, { title: "Second", ...body });
    expect(created.body.spec).toMatchObject({ ...shown, readiness: expect.any(Number) });
    const none = { assigneeUserId: null, labelIds: [], priority: 0, dueDate: null };
    const cleared = (await world.bob.patch(spec.path, none)).body.spec;
    expect(cleared).toMatchObject({ assigneeUserId: null, labels: [], priority: 0, dueDate: null });
    expect(cleared).not.toHaveProperty("assigneeActive");
    expect(before.body.spec).toMatchObject({ assigneeUserId: null, labels: [], priority: 0, dueDate: null });
  });

  it("batches and changes of many specs take the same fields, and add or remove labels", async () => {
    const [one, two] = [await newLabel(), await newLabel()];
    const batch = await world.bob.post(`${plan.path}/specs/batch`, {
      specs: [
        { title: "New", labelIds: [one.id], priority: 3 },
        { spec: "SPEC-1", dueDate: "2026-12-01", assigneeUserId: world.bob.userId },
      ],
    });
    expect(batch.body.specs).toMatchObject([
      { labels: [{ id: one.id }], priority: 3 },
      { dueDate: "2026-12-01", assigneeUserId: world.bob.userId },
    ]);
    const many = (changes: object) =>
      world.bob.patch(`${plan.path}/specs`, { specShortIds: ["SPEC-1", "SPEC-2"], changes });
    const added = await many({ addLabelIds: [two.id], removeLabelIds: [one.id], priority: 2 });
    expect(added.body.specs).toMatchObject([
      { labels: [{ id: two.id }], priority: 2 },
      { labels: [{ id: two.id }], priority: 2 },
    ]);
    expect(outcome(await many({ labelIds: [], addLabelIds: [two.id] }))).toBe("400 invalid_request");
  });

  it.each([
    [{ assigneeUserId: "nobody" }, "400 invalid_request", "/assigneeUserId"],
    [{ labelIds: ["none"] }, "404 not_found", "/labelIds/0"],
    [{ priority: 5 }, "400 invalid_request", "/priority"],
    [{ priority: 1.5 }, "400 invalid_request", "/priority"],
    [{ dueDate: "2026-02-30" }, "400 invalid_request", "/dueDate"],
    [{ dueDate: "24.12.2026" }, "400 invalid_request", "/dueDate"],
  ])("%j is %s in its place", async (body, expected, path) => {
    for (const answer of [
      await world.bob.patch(spec.path, body),
      await world.bob.post(`${plan.path}/specs`, { title: "x", ...body }),
    ]) {
      expect(outcome(answer)).toBe(expected);
      expect(answer.body.error.details[0].path).toBe(path);
    }
  });

  it("an assignee and a lead must be members who can read the plan", async () => {
    const secret = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    const hidden = await newSpec(world.bob, secret);
    const { userId } = world.carol;
    expect(outcome(await world.bob.patch(hidden.path, { assigneeUserId: userId }))).toBe(
      "400 invalid_request",
    );
    expect(outcome(await world.bob.patch(secret.path, { leadUserId: userId }))).toBe("400 invalid_request");
    const stranger = { assigneeUserId: world.mallory.userId };
    expect(outcome(await world.bob.patch(spec.path, stranger))).toBe("400 invalid_request");
    await world.bob.put(`${secret.path}/shares/${userId}`, { capability: "READ" });
    expect((await world.bob.patch(hidden.path, { assigneeUserId: userId })).body.spec).toMatchObject({
      assigneeUserId: userId,
      assigneeActive: true,
    });
    expect((await world.bob.patch(secret.path, { leadUserId: userId })).body.plan).toMatchObject({
      leadUserId: userId,
      leadActive: true,
    });
    // Who only loses reach stays, and is no member of the plan any more.
    const list = await world.bob.get(`${secret.path}/specs`);
    await world.bob.delete(`${secret.path}/shares/${userId}`);
    expect((await world.bob.get(hidden.path)).body.spec).toMatchObject({
      assigneeUserId: userId,
      assigneeActive: false,
    });
    expect((await world.bob.get(secret.path)).body.plan).toMatchObject({
      leadUserId: userId,
      leadActive: false,
    });
    const etag = String(list.headers.etag);
    const again = await world.bob.get(`${secret.path}/specs`, { "if-none-match": etag });
    expect(again.status).toBe(200);
    expect(again.body.specs[0]).toMatchObject({ assigneeActive: false });
    expect(outcome(await world.carol.get(hidden.path))).toBe("404 not_found");
  });

  it("an assignee who has lost reach stays with a change that names the same one", async () => {
    const { bob, carol } = world;
    const hidden = await newPlan(bob, project, { visibility: "PRIVATE" });
    const own = await newSpec(bob, hidden);
    const share = `${hidden.path}/shares/${carol.userId}`;
    await bob.put(share, { capability: "READ" });
    const same = { assigneeUserId: carol.userId, priority: 2 };
    expect(outcome(await bob.patch(own.path, { assigneeUserId: carol.userId }))).toBe("200");
    await bob.delete(share);
    const changed = await bob.patch(own.path, same);
    expect(changed.body.spec).toMatchObject({ priority: 2, assigneeActive: false });
    const batch = { specs: [{ spec: own.shortId, ...same, priority: 3 }] };
    expect(outcome(await bob.post(`${hidden.path}/specs/batch`, batch))).toBe("201");
    const many = (changes: object) =>
      bob.patch(`${hidden.path}/specs`, { specShortIds: [own.shortId], changes });
    expect(outcome(await many(same))).toBe("200");
    const other = await newSpec(bob, hidden);
    expect(outcome(await bob.patch(other.path, same))).toBe("400 invalid_request");
    const both = { specShortIds: [own.shortId, other.shortId], changes: same };
    expect(outcome(await bob.patch(`${hidden.path}/specs`, both))).toBe("400 invalid_request");
  });

  it("being assigned or made the lead is told to that person once, and gives no right", async () => {
    const { carol, vera } = world;
    await world.bob.patch(spec.path, { assigneeUserId: carol.userId });
    await world.bob.patch(spec.path, { assigneeUserId: carol.userId, priority: 2 });
    await world.bob.patch(plan.path, { leadUserId: carol.userId, targetDate: "2027-01-31" });
    const items = (await inboxOf(carol)).filter(
      ({ planShortId, type }: { planShortId: string; type: string }) =>
        planShortId === plan.shortId && type === "assignment",
    );
    expect(items).toMatchObject([
      { eventType: "plan.lead_changed", activity: "made you the lead of a plan" },
      { eventType: "spec.assigned", activity: "assigned a spec to you", specShortId: "SPEC-1" },
    ]);
    expect((await world.bob.get(plan.path)).body.plan).toMatchObject({
      targetDate: "2027-01-31",
      revision: 1,
    });
    await world.bob.patch(spec.path, { assigneeUserId: vera.userId });
    expect(outcome(await vera.patch(spec.path, { priority: 1 }))).toBe("403 forbidden");
  });

  it("who leaves the workspace is taken off all of theirs, with an event each", async () => {
    const leaver = world.vera;
    await world.bob.patch(spec.path, { assigneeUserId: leaver.userId });
    const deleted = await newSpec(world.bob, plan, { assigneeUserId: leaver.userId });
    await world.bob.delete(deleted.path);
    await world.bob.patch(plan.path, { leadUserId: leaver.userId });
    const deletedSpecs = `${plan.path}/specs?deleted=true`;
    const before = await world.bob.get(deletedSpecs);
    expect(before.body.specs).toMatchObject([{ assigneeUserId: leaver.userId, assigneeActive: true }]);
    expect(outcome(await world.alice.delete(`/v1/members/${leaver.userId}`))).toBe("200");
    expect((await world.bob.get(spec.path)).body.spec).toMatchObject({ assigneeUserId: null });
    const after = await world.bob.get(deletedSpecs, { "if-none-match": String(before.headers.etag) });
    expect(after.body.specs).toMatchObject([{ assigneeUserId: null }]);
    expect(after.body.specs[0]).not.toHaveProperty("assigneeActive");
    expect((await world.bob.get(plan.path)).body.plan).toMatchObject({ leadUserId: null });
    const { spec: restored } = (await world.bob.post(`${deleted.path}/restore`)).body;
    expect(restored).toMatchObject({ assigneeUserId: null });
    const events = await world.context.db
      .selectFrom("events")
      .select("type")
      .where("type", "in", ["spec.unassigned", "plan.lead_removed"])
      .where("plan_id", "=", plan.id)
      .execute();
    const types = ["plan.lead_removed", "spec.unassigned", "spec.unassigned"];
    expect(events.map(({ type }) => type).toSorted()).toEqual(types);
    // As while a job takes them off what one transaction doesn't.
    await withRows(world, (db) =>
      db.updateTable("specs").set({ assignee_user_id: leaver.userId }).where("id", "=", spec.id).execute(),
    );
    expect((await world.bob.get(spec.path)).body.spec).toMatchObject({ assigneeActive: false });
  });

  it("a deleted spec comes back with its fields", async () => {
    const label = await newLabel();
    await world.bob.patch(spec.path, { labelIds: [label.id], priority: 4, dueDate: "2026-12-24" });
    await world.bob.delete(spec.path);
    expect((await world.bob.get(`/v1/specs?label=${label.id}`)).body.specs).toEqual([]);
    const { spec: restored } = (await world.bob.post(`${spec.path}/restore`)).body;
    expect(restored).toMatchObject({ labels: [{ id: label.id }], priority: 4, dueDate: "2026-12-24" });
    expect((await world.bob.get(`/v1/specs?label=${label.id}`)).body.specs).toHaveLength(1);
  });
});
