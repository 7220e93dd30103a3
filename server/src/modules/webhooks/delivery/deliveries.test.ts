import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { eventually } from "../../../../test/eventually.ts";
import { expectError } from "../../../../test/expect-error.ts";
import { withRows } from "../../../../test/own-connection.ts";
import type { World } from "../../../../test/world.ts";
import type { Db } from "../../../storage/dialect.ts";
import { insertInto } from "../../../storage/statement.ts";
import { newPlan, newSpec } from "../../plans/scene.test-support.ts";
import {
  answerWith,
  deliveriesOf,
  type Hook,
  letTimePass,
  newHook,
  openHookWorld,
  type Received,
  type Receiver,
  startReceiver,
  verify,
} from "../scene.test-support.ts";
import { mostPending } from "./capacity.ts";
import { moveStranded } from "./move-stranded.ts";

const project = "/v1/projects/web";
const events = ["plan.created", "spec.created", "spec.updated"];

describe.each(databases)("$database", ({ database, create }) => {
  let world: World;
  /** Receivers have the default timeout. */
  let slow: World;
  let receiver: Receiver;
  beforeAll(async () => {
    world = await openHookWorld(create);
    slow = await openHookWorld(create, { env: { GROUNDPLAN_WEBHOOK_TIMEOUT_MS: "15000" } });
    for (const { alice } of [world, slow]) await alice.post("/v1/projects", { name: "Web" });
  });
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    for (const { id } of (await world.alice.get("/v1/webhooks")).body.webhooks)
      await world.alice.delete(`/v1/webhooks/${id}`);
  });
  afterAll(async () => {
    await slow.close();
    await world.close();
  });

  const last = async (hook: Hook) => (await deliveriesOf(world.bob, hook))[0];
  /** Waits until `requests` requests have arrived, and their outcome is stored. */
  const settled = (hook: Hook, requests: number) =>
    eventually(async () => {
      expect(receiver.received).toHaveLength(requests);
      const all = await deliveriesOf(world.bob, hook);
      expect(all.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(requests);
      for (const { state, nextAttemptAt } of all) expect(state === "pending" && !nextAttemptAt).toBe(false);
      return all;
    });
  const setTries = (tries: number) =>
    withRows(world, (db) =>
      db
        .updateTable("webhook_deliveries")
        .set({ tries })
        .where("state", "=", "pending")
        .where("next_attempt_at", "is not", null)
        .execute(),
    );
  const secondsUntil = (time = "") => (Date.parse(time) - Date.now()) / 1000;

  it("A refused delivery is retried within 5 seconds, with a new signature under the same id", async () => {
    const hook = await newHook(world.bob, receiver, { events });
    receiver.answer = answerWith(500);
    await newPlan(world.bob, project);
    const [pending] = await settled(hook, 1);
    expect(pending).toMatchObject({ state: "pending", attempts: 1, lastStatus: 500 });
    expect(secondsUntil(pending?.nextAttemptAt)).toBeGreaterThan(1);
    expect(secondsUntil(pending?.nextAttemptAt)).toBeLessThan(5);
    receiver.answer = answerWith(201);
    const real = Date.now();
    try {
      vi.useFakeTimers({ toFake: ["Date"], now: real + 5000 });
      await letTimePass(world);
      await eventually(() => expect(receiver.received).toHaveLength(2));
    } finally {
      vi.useRealTimers();
    }
    const [first, second] = receiver.received as [Received, Received];
    verify(hook.secret, second);
    expect(second.body).toBe(first.body);
    expect(second.id).toBe(first.id);
    expect(second.headers["webhook-timestamp"]).not.toBe(first.headers["webhook-timestamp"]);
    await eventually(async () =>
      expect(await last(hook)).toMatchObject({ state: "delivered", attempts: 2, lastStatus: 201 }),
    );
  });

  it("A webhook says why an event waits to be sent again, until it was delivered", async () => {
    const { alice, bob } = world;
    const hook = await newHook(bob, receiver, { events });
    const said = async (who = bob) => {
      const { webhook } = (await who.get(`/v1/webhooks/${hook.id}`)).body;
      const listed = (await who.get("/v1/webhooks")).body.webhooks.find(
        ({ id }: { id: string }) => id === hook.id,
      );
      expect(listed.lastError).toEqual(webhook.lastError);
      return webhook.lastError;
    };
    expect(await said()).toBeNull();
    receiver.answer = answerWith(500);
    await newPlan(bob, project);
    const [delivery] = await settled(hook, 1);
    const error = { reason: "status", message: expect.stringContaining("Check") };
    expect(await said()).toEqual(error);
    expect(await said(alice)).toEqual(error);
    receiver.answer = answerWith(204);
    await bob.post(`${hook.path}/deliveries/${delivery?.id}/redeliver`);
    await settled(hook, 2);
    expect(await said()).toBeNull();
  });

  it("The last attempt comes three days after the first; then the delivery has failed", async () => {
    const hook = await newHook(world.bob, receiver, { events });
    receiver.answer = answerWith(503);
    await newPlan(world.bob, project);
    let waited = 0;
    for (let attempt = 1; attempt <= 15; attempt++) {
      const [delivery] = await settled(hook, attempt);
      const wait = secondsUntil(delivery?.nextAttemptAt);
      expect(wait).toBeLessThan(13.5 * 3600);
      waited += wait;
      await letTimePass(world);
    }
    expect(waited / 3600).toBeGreaterThan(71.9);
    expect(waited / 3600).toBeLessThan(80);
    const [delivery] = await settled(hook, 16);
    expect(delivery).toMatchObject({ state: "failed", attempts: 16, lastStatus: 503 });
    expect(delivery).not.toHaveProperty("nextAttemptAt");
  });

  it("The next delivery of one subject waits until the earlier one is delivered or failed for good; others continue", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const [specOne, specTwo] = [await newSpec(bob, plan), await newSpec(bob, plan)];
    const hook = await newHook(bob, receiver, { events });
    let refused = specOne.shortId;
    receiver.answer = ({ event }, response) =>
      void response.writeHead(event.specShortId === refused ? 500 : 200).end();
    for (const title of ["A", "B", "C"])
      for (const { path } of [specOne, specTwo]) await bob.patch(path, { title });
    const ofSpec = (shortId: string) =>
      receiver.received.filter(({ event }) => event.specShortId === shortId);
    await eventually(() => expect(ofSpec(specTwo.shortId)).toHaveLength(3));
    expect(ofSpec(specOne.shortId)).toHaveLength(1);
    const seqs = ofSpec(specTwo.shortId).map(({ event }) => event.seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    await eventually(async () => {
      const waiting = (await deliveriesOf(bob, hook)).filter(({ state }) => state === "pending");
      expect(waiting.map(({ nextAttemptAt }) => nextAttemptAt !== undefined)).toEqual([false, false, true]);
    });

    await setTries(15);
    await letTimePass(world);
    await eventually(() => expect(ofSpec(specOne.shortId).map(({ id }) => id)).toHaveLength(3));
    const [first, again, second] = ofSpec(specOne.shortId);
    expect(again?.id).toBe(first?.id);
    expect(second?.event.seq).toBeGreaterThan(first?.event.seq ?? 0);
    refused = "none";
    await eventually(async () => {
      await letTimePass(world);
      expect((await deliveriesOf(bob, hook)).map(({ state }) => state).toSorted()).toEqual([
        ...["delivered", "delivered", "delivered", "delivered", "delivered", "failed"],
      ]);
    });
    const arrived = ofSpec(specOne.shortId).map(({ event }) => event.seq);
    expect(arrived).toEqual(arrived.toSorted((a, b) => a - b));
  });

  it("A redelivery waits for nothing and has the same id, whether it was delivered, failed or waits", async () => {
    const { bob, alice, carol } = world;
    const plan = await newPlan(bob, project);
    const spec = await newSpec(bob, plan);
    const hook = await newHook(bob, receiver, { events });
    await bob.patch(spec.path, { title: "Delivered" });
    const [delivered] = await settled(hook, 1);
    receiver.answer = answerWith(500);
    await bob.patch(spec.path, { title: "Refused" });
    await bob.patch(spec.path, { title: "Waits" });
    await eventually(() => expect(receiver.received).toHaveLength(2));
    receiver.answer = answerWith(200);
    const redeliver = (id = "", by = bob) => by.post(`${hook.path}/deliveries/${id}/redeliver`);
    expect((await redeliver(delivered?.id)).body.delivery).toMatchObject({
      id: delivered?.id,
      state: "pending",
    });
    await eventually(() => expect(receiver.received).toHaveLength(3));
    expect(receiver.received[2]).toMatchObject({ id: delivered?.id, body: receiver.received[0]?.body });
    const waiting = await last(hook);
    await redeliver(waiting?.id);
    await eventually(() => expect(receiver.received.at(-1)?.id).toBe(waiting?.id));
    expect(receiver.received).toHaveLength(4);
    await eventually(async () =>
      expect((await deliveriesOf(bob, hook)).map(({ state }) => state)).toEqual([
        ...["delivered", "pending", "delivered"],
      ]),
    );

    expectError(await redeliver("nothing"), "not_found");
    expectError(await redeliver(delivered?.id, carol), "not_found");
    expectError(await redeliver(delivered?.id, alice), "forbidden");
    await bob.patch(hook.path, { enabled: false });
    expectError(await redeliver(delivered?.id), "webhook_off");
  });

  it("After 20 deliveries that failed for good it is paused, and its member is notified", async () => {
    const { bob } = world;
    const hook = await newHook(bob, receiver, { events });
    const told = await startReceiver();
    await newHook(bob, told, { events: ["webhook.paused"] });
    receiver.answer = answerWith(500);
    await withRows(world, (db) =>
      db.updateTable("webhooks").set({ failures: 18 }).where("id", "=", hook.id).execute(),
    );
    const failForGood = async (requests: number) => {
      await newPlan(bob, project);
      await settled(hook, requests);
      await setTries(15);
      await letTimePass(world);
    };
    await failForGood(1);
    await eventually(async () => expect(await last(hook)).toMatchObject({ state: "failed" }));
    expect(told.received).toEqual([]);
    await failForGood(3);
    await eventually(() => expect(told.received).toHaveLength(1));
    expect(told.received[0]?.event).toMatchObject({ actor: null, data: { because: "failures" } });
    const shown = async () =>
      (await bob.get("/v1/webhooks")).body.webhooks.find(({ id }: { id: string }) => id === hook.id);
    expect(await shown()).toMatchObject({ enabled: false, disabledReason: expect.stringContaining("20") });
    expect(new Set((await deliveriesOf(bob, hook)).map(({ state }) => state))).toEqual(new Set(["failed"]));
    const requests = receiver.received.length;
    expect(requests).toBe(4);

    await newPlan(bob, project);
    receiver.answer = answerWith(200);
    const { webhook } = (await bob.patch(hook.path, { enabled: true })).body;
    expect(webhook).toMatchObject({ enabled: true });
    expect(webhook).not.toHaveProperty("disabledReason");
    const plan = await newPlan(bob, project);
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(requests));
    expect(receiver.received.at(-1)?.event.planShortId).toBe(plan.shortId);
    await sleep(50);
    expect(receiver.received).toHaveLength(requests + 1);
    await told.close();
  });

  it("A successful delivery undoes none that failed for good", async () => {
    const hook = await newHook(world.bob, receiver, { events });
    await withRows(world, (db) =>
      db.updateTable("webhooks").set({ failures: 19 }).where("id", "=", hook.id).execute(),
    );
    await newPlan(world.bob, project);
    await eventually(async () => expect(await last(hook)).toMatchObject({ state: "delivered" }));
    receiver.answer = answerWith(500);
    await newPlan(world.bob, project);
    await settled(hook, 2);
    await setTries(15);
    await letTimePass(world);
    await eventually(async () => {
      const [webhook] = (await world.bob.get("/v1/webhooks")).body.webhooks;
      expect(webhook).toMatchObject({ enabled: false, disabledReason: expect.stringContaining("20") });
    });
  });

  it("410 pauses at once, and a redirect is not followed", async () => {
    const { bob } = world;
    const hook = await newHook(bob, receiver, { events });
    const target = await startReceiver();
    receiver.answer = (_, response) => void response.writeHead(307, { location: target.url }).end();
    const plan = await newPlan(bob, project);
    await settled(hook, 1);
    expect(await last(hook)).toMatchObject({ state: "pending", lastStatus: 307 });
    expect(target.received).toEqual([]);
    receiver.answer = answerWith(410);
    await newSpec(bob, plan);
    await eventually(async () => {
      const [webhook] = (await bob.get("/v1/webhooks")).body.webhooks;
      expect(webhook).toMatchObject({ enabled: false, disabledReason: expect.stringContaining("410") });
    });
    expect((await deliveriesOf(bob, hook)).map(({ state }) => state)).toEqual(["failed", "failed"]);
    await target.close();
  });

  it("An answer of 200 MB counts by its status, and little of it is read", async () => {
    const { bob } = world;
    const hook = await newHook(bob, receiver, { events });
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, "x");
    receiver.answer = (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const write = () => {
        while (sent < 200 * 2 ** 20 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", write);
        }
      };
      write();
    };
    await newPlan(bob, project);
    await eventually(async () =>
      expect(await last(hook)).toMatchObject({ state: "delivered", lastStatus: 200 }),
    );
    expect(sent).toBeLessThan(32 * 2 ** 20);
  });

  it("A receiver that never ends its answer is dropped, and counts by its status", async () => {
    const hook = await newHook(slow.bob, receiver, { events });
    let closed = 0;
    receiver.answer = (_, response) => {
      response.on("close", () => closed++);
      response.writeHead(200).write("a little");
    };
    await newPlan(slow.bob, project);
    await eventually(async () => {
      const [delivery] = await deliveriesOf(slow.bob, hook);
      expect(delivery).toMatchObject({ state: "delivered", lastStatus: 200 });
      expect(closed).toBe(1);
    });
  });

  it("A receiver that never answers is given up in time, and delays no other", async () => {
    const { bob, carol } = world;
    receiver.answer = () => {};
    const hook = await newHook(bob, receiver, { events });
    for (let n = 0; n < 20; n++) await newPlan(bob, project);
    await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(4));
    const leased = await withRows(world, (db) =>
      db.selectFrom("webhook_deliveries").select("id").where("leased", "=", 1).execute(),
    );
    expect(leased.length).toBeLessThanOrEqual(4);
    const other = await startReceiver();
    await newHook(carol, other, { events });
    await newPlan(bob, project);
    await eventually(() => expect(other.received).toHaveLength(1));
    expect((await deliveriesOf(bob, hook)).some(({ attempts }) => attempts === 0)).toBe(true);
    await eventually(async () => {
      const refused = (await deliveriesOf(bob, hook)).filter(({ nextAttemptAt }) => nextAttemptAt);
      expect(refused.find(({ attempts }) => attempts === 1)).toMatchObject({ state: "pending" });
      expect(refused.find(({ attempts }) => attempts === 1)).not.toHaveProperty("lastStatus");
    });
    await other.close();
  });

  it("A receiver that is missing, or in a private network, is a failed attempt", async () => {
    const { bob } = world;
    const hook = await newHook(bob, { url: "http://127.0.0.1:9999/hook" }, { events });
    await newPlan(bob, project);
    await eventually(async () => {
      expect(await last(hook)).toMatchObject({ state: "pending", attempts: 1 });
      expect(await last(hook)).toHaveProperty("nextAttemptAt");
    });
    expect(await last(hook)).not.toHaveProperty("lastStatus");
  });

  it("A clock that is set back by a day does not stop deliveries for a day", async () => {
    const { bob } = world;
    const hook = await newHook(bob, receiver, { events });
    receiver.answer = answerWith(500);
    await newPlan(bob, project);
    await settled(hook, 1);
    const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString();
    await withRows(world, (db) =>
      db
        .updateTable("webhook_deliveries")
        .set({ next_attempt_at: tomorrow, scheduled_at: tomorrow })
        .execute(),
    );
    receiver.answer = answerWith(200);
    await moveStranded(world.context);
    await eventually(async () => expect(await last(hook)).toMatchObject({ state: "delivered", attempts: 2 }));
  });

  it.runIf(database === "PostgreSQL")(
    "Deliveries stranded by a clock are made due under the webhook's lock, like settled attempts",
    async () => {
      const hook = await newHook(world.bob, receiver, { events });
      receiver.answer = answerWith(500);
      await newPlan(world.bob, project);
      await settled(hook, 1);
      const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString();
      const scheduled = (db: Db) =>
        db
          .selectFrom("webhook_deliveries")
          .select("scheduled_at")
          .where("webhook_id", "=", hook.id)
          .execute();
      await withRows(world, async (db) => {
        await db
          .updateTable("webhook_deliveries")
          .set({ next_attempt_at: tomorrow, scheduled_at: tomorrow })
          .where("webhook_id", "=", hook.id)
          .execute();
        let moving = Promise.resolve();
        await db.transaction().execute(async (tx) => {
          await tx.selectFrom("webhooks").select("id").where("id", "=", hook.id).forUpdate().execute();
          moving = moveStranded(world.context);
          await sleep(300);
          expect(await scheduled(world.context.db)).toEqual([{ scheduled_at: tomorrow }]);
        });
        await moving;
        expect(await scheduled(db)).not.toEqual([{ scheduled_at: tomorrow }]);
      });
    },
  );

  it("A webhook with a dead receiver queues a limited number of deliveries, and gets the rest later", async () => {
    const { bob } = world;
    const hook = await newHook(bob, receiver, { events });
    const other = await newHook(bob, receiver, { events });
    const { workspace_id } = await world.context.db
      .selectFrom("webhooks")
      .select("workspace_id")
      .where("id", "=", hook.id)
      .executeTakeFirstOrThrow();
    const waiting = Array.from({ length: mostPending }, (_, n) => ({
      workspace_id,
      webhook_id: hook.id,
      id: `waiting-${n}`,
      event_seq: -n - 1,
      type: "plan.created",
      subject: `waiting ${n}`,
      state: "pending" as const,
      again: 0,
      attempts: 0,
      tries: 0,
      last_status: null,
      last_failure: null,
      next_attempt_at: null,
      scheduled_at: null,
      fence: 0,
      leased: 0,
      attempted_at: null,
      created_at: new Date().toISOString(),
      ended_at: null,
    }));
    await withRows(world, (db) => insertInto("webhook_deliveries")(db, waiting));
    await newPlan(bob, project);
    await settled(other, 1);
    const { length } = await world.context.db
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("webhook_id", "=", hook.id)
      .execute();
    expect(length).toBe(mostPending);
    await withRows(world, (db) =>
      db.deleteFrom("webhook_deliveries").where("id", "like", "waiting-%").execute(),
    );
    await eventually(async () => expect(await last(hook)).toMatchObject({ state: "delivered", attempts: 1 }));
  });

  it("Deliveries that ended are swept after 30 days", async () => {
    const hook = await newHook(world.bob, receiver, { events });
    await newPlan(world.bob, project);
    await newPlan(world.bob, project);
    await settled(hook, 2);
    const old = new Date(Date.now() - 31 * 24 * 3600_000).toISOString();
    const { id = "" } = (await last(hook)) ?? {};
    await withRows(world, (db) =>
      db.updateTable("webhook_deliveries").set({ ended_at: old }).where("id", "=", id).execute(),
    );
    const { sweepDeliveriesJob } = await import("./sweep.ts");
    await sweepDeliveriesJob(world.context);
    expect(await deliveriesOf(world.bob, hook)).toHaveLength(1);
  });
});
