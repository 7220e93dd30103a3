import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { eventually } from "../../../test/eventually.ts";
import { expectError } from "../../../test/expect-error.ts";
import { withRows } from "../../../test/own-connection.ts";
import type { World } from "../../../test/world.ts";
import { newId } from "../../ids.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";
import {
  answerWith,
  deliveriesOf,
  letTimePass,
  newHook,
  openHookWorld,
  type Receiver,
  startReceiver,
} from "./scene.test-support.ts";
import { createProcess } from "./second-process.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  let world: World;
  let receiver: Receiver;
  beforeAll(async () => {
    world = await openHookWorld(create);
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    for (const { id } of (await world.alice.get("/v1/webhooks")).body.webhooks)
      await world.alice.delete(`/v1/webhooks/${id}`);
  });
  afterAll(() => world.close());

  /** Shares alice's private plan with bob, whose webhook is refused its first event. */
  async function sharedPlan(capability = "READ") {
    const { alice, bob } = world;
    const plan = await newPlan(alice, project, { visibility: "PRIVATE", name: "Hidden" });
    await alice.put(`${plan.path}/shares/${bob.userId}`, { capability });
    const hook = await newHook(bob, receiver, {
      events: ["spec.created", "spec.updated", "project.created"],
    });
    receiver.answer = answerWith(500);
    const spec = await newSpec(alice, plan);
    await eventually(async () => {
      expect(receiver.received).toHaveLength(1);
      expect((await deliveriesOf(bob, hook))[0]).toMatchObject({
        state: "pending",
        attempts: 1,
        lastStatus: 500,
      });
    });
    await alice.patch(spec.path, { title: "Waits for the one before" });
    receiver.answer = answerWith(200);
    return { plan, spec, hook };
  }

  async function marker() {
    const { slug } = (await world.alice.post("/v1/projects", { name: "Marker" })).body.project;
    await eventually(() =>
      expect(receiver.received.at(-1)?.event).toMatchObject({ type: "project.created", projectSlug: slug }),
    );
  }

  it("An event that is unreadable at its attempt is dropped, from the log too: a share removed", async () => {
    const { alice, bob } = world;
    const { plan, hook } = await sharedPlan();
    await alice.delete(`${plan.path}/shares/${bob.userId}`);
    expect(await deliveriesOf(bob, hook)).toEqual([]);
    await letTimePass(world);
    await eventually(async () => {
      const left = await withRows(world, (db) => db.selectFrom("webhook_deliveries").select("id").execute());
      expect(left).toEqual([]);
    });
    await newSpec(alice, plan);
    await marker();
    expect(receiver.received).toHaveLength(2);
  });

  it("A delivery leaves the log when its plan becomes private, and can't be repeated", async () => {
    const { alice, bob } = world;
    const hook = await newHook(bob, receiver, { events: ["spec.created", "project.created"] });
    const plan = await newPlan(alice, project);
    await newSpec(alice, plan);
    const { id } = await eventually(async () => {
      const [delivered] = await deliveriesOf(bob, hook);
      expect(delivered).toMatchObject({ state: "delivered" });
      return delivered ?? expect.fail();
    });
    await alice.patch(plan.path, { visibility: "PRIVATE" });
    expect(await deliveriesOf(bob, hook)).toEqual([]);
    expectError(await bob.post(`${hook.path}/deliveries/${id}/redeliver`), "not_found");
    await newSpec(alice, plan);
    await marker();
    expect(receiver.received.map(({ event }) => event.type)).toEqual(["spec.created", "project.created"]);
  });

  it("An event that ends access comes without data, as in the stream", async () => {
    const { alice, bob } = world;
    await newHook(bob, receiver, { events: ["plan.updated", "plan.deleted"] });
    const plan = await newPlan(alice, project);
    await alice.patch(plan.path, { visibility: "PRIVATE" });
    await alice.patch(plan.path, { name: "Unseen" });
    const other = await newPlan(alice, project);
    await alice.delete(other.path);
    // Events of different plans come in any order.
    await eventually(() => {
      const told = receiver.received.map(({ event }) => [event.type, event.planShortId, event.data]);
      expect(told.toSorted()).toEqual([
        ["plan.deleted", other.shortId, {}],
        ["plan.updated", plan.shortId, {}],
      ]);
    });
  });

  it("A member's webhooks end with their membership, and deliver nothing more", async () => {
    const { alice } = world;
    const leaving = await world.person(`leaving-${newId()}`, "MEMBER", "acme");
    receiver.answer = answerWith(500);
    await newHook(leaving, receiver, { events: ["project.created"] });
    await alice.post("/v1/projects", { name: "Last" });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await alice.delete(`/v1/members/${leaving.userId}`);
    expect((await alice.get("/v1/webhooks")).body.webhooks).toEqual([]);
    const rows = await withRows(world, (db) => db.selectFrom("webhook_deliveries").select("id").execute());
    expect(rows).toEqual([]);
    const others = await startReceiver();
    await newHook(alice, others, { events: ["project.created"] });
    await alice.post("/v1/projects", { name: "After" });
    await eventually(() => expect(others.received).toHaveLength(1));
    expect(receiver.received).toHaveLength(1);
    await others.close();
  });

  it("A webhook of an owner who becomes a member no longer gets events for owners", async () => {
    const { alice } = world;
    const owner = await world.person(`owner-${newId()}`, "OWNER", "acme");
    await newHook(owner, receiver, { events: ["invite.created", "project.created"] });
    const invite = () => alice.post("/v1/invites", { email: `${newId()}@example.com`, role: "VIEWER" });
    await invite();
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await alice.patch(`/v1/members/${owner.userId}`, { role: "VIEWER" });
    await invite();
    await marker();
    expect(receiver.received).toHaveLength(2);
  });

  it("A webhook created by an app is switched off when the app's connection has ended", async () => {
    const { bob, alice } = world;
    const hook = await newHook(bob, receiver, { events: ["project.created"] });
    const connection = {
      workspace_id: (await bob.get("/v1/me")).body.workspace.id,
      id: newId(),
      user_id: bob.userId,
      client_id: "app",
      client_name: "App",
      scope: "write" as const,
      created_at: "2026-01-01T00:00:00.000Z",
      last_used_at: null,
      expires_at: "2999-01-01T00:00:00.000Z",
      revoked_at: null,
    };
    await withRows(world, async (db) => {
      await db.insertInto("oauth_connections").values(connection).execute();
      await db
        .updateTable("webhooks")
        .set({ connection_id: connection.id })
        .where("id", "=", hook.id)
        .execute();
    });
    await marker();
    await bob.delete(`/v1/oauth-connections/${connection.id}`);
    await alice.post("/v1/projects", { name: "After the app" });
    await eventually(async () =>
      expect((await bob.get("/v1/webhooks")).body.webhooks[0]).toMatchObject({
        enabled: false,
        disabledReason: expect.stringContaining("app"),
      }),
    );
    expect(receiver.received).toHaveLength(1);
  });

  it("Two processes on one database make each attempt once, in order per subject", async () => {
    const { bob } = world;
    const second = await createProcess(world.env);
    await newHook(bob, receiver, { events: ["spec.updated"] });
    const plan = await newPlan(bob, project);
    const specs = [await newSpec(bob, plan), await newSpec(bob, plan), await newSpec(bob, plan)];
    for (let n = 0; n < 12; n++) for (const { path } of specs) await bob.patch(path, { title: `Title ${n}` });
    await eventually(() => expect(receiver.received).toHaveLength(36));
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(36);
    for (const { shortId } of specs) {
      const seqs = receiver.received
        .filter(({ event }) => event.specShortId === shortId)
        .map(({ event }) => event.seq);
      expect(seqs).toHaveLength(12);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    }
    await second.close();
  });

  it("A webhook that is deleted during an attempt is gone", async () => {
    const { bob } = world;
    const hook = await newHook(bob, receiver, { events: ["plan.created"] });
    const answered = Promise.withResolvers<void>();
    receiver.answer = (_, response) => void answered.promise.then(() => response.writeHead(200).end());
    await newPlan(bob, project);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await bob.delete(hook.path);
    answered.resolve();
    expectError(await bob.get(`${hook.path}/deliveries`), "not_found");
  });
});
