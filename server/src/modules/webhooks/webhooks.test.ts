import { eventType } from "@groundplan/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { eventually } from "../../../test/eventually.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { withRows } from "../../../test/own-connection.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";
import {
  answerWith,
  deliveriesOf,
  newHook,
  openHookWorld,
  type Receiver,
  startReceiver,
  verify,
} from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  let world: World;
  let receiver: Receiver;
  beforeAll(async () => {
    world = await openHookWorld(create);
    await world.alice.post("/v1/projects", { name: "Web" });
    await world.alice.post("/v1/projects", { name: "Other" });
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

  it("A webhook receives each event in the stream's form, signed by the Standard Webhooks rules", async () => {
    const { bob } = world;
    const hook = await newHook(bob, receiver);
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const plan = await newPlan(bob, project);
    const spec = await newSpec(bob, plan);
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const [first, second] = receiver.received.toSorted((a, b) => a.event.seq - b.event.seq);
    if (!first || !second) throw new Error("nothing received");
    for (const event of [first, second]) expect(verify(hook.secret, event)).toEqual(event.event);
    const { credentialId: _, ...entry } = (await world.alice.get("/v1/audit?limit=1")).body.entries[0];
    expect(second.event).toEqual(entry);
    expect(first.event).toMatchObject({ type: "plan.created", planShortId: plan.shortId });
    expect(second.event).toMatchObject({ type: "spec.created", specShortId: spec.shortId });
    expect(first.headers["content-type"]).toMatch(/^application\/json/);
    await eventually(async () =>
      expect(await deliveriesOf(bob, hook)).toMatchObject([
        { id: second.id, eventSeq: second.event.seq, type: "spec.created", state: "delivered", attempts: 1 },
        {
          id: first.id,
          eventSeq: first.event.seq,
          type: "plan.created",
          state: "delivered",
          lastStatus: 204,
        },
      ]),
    );
    expect((await deliveriesOf(bob, hook))[0]).not.toHaveProperty("nextAttemptAt");
  });

  it("A webhook delivers only its types and project, and nothing earlier", async () => {
    const { bob } = world;
    await newPlan(bob, project);
    await newHook(bob, receiver, { events: ["plan.created", "plan.created"], projectSlug: "web" });
    await newPlan(bob, "/v1/projects/other");
    const plan = await newPlan(bob, project);
    await newSpec(bob, plan);
    const last = await newPlan(bob, project);
    // Deliveries about different plans don't wait for each other.
    await eventually(() =>
      expect(receiver.received.map(({ event }) => event.planShortId).toSorted()).toEqual(
        [plan.shortId, last.shortId].toSorted(),
      ),
    );
  });

  it("Members see their own webhooks; owners see and end all; strangers and viewers create none", async () => {
    const { alice, bob, carol, vera, mallory } = world;
    const hook = await newHook(bob, receiver, { projectSlug: "web", events: ["plan.created"] });
    const shown = {
      id: hook.id,
      url: receiver.url,
      events: ["plan.created"],
      projectSlug: "web",
      format: "standard",
      enabled: true,
      lastError: null,
      createdAt: expect.any(String),
    };
    for (const person of [bob, alice])
      expect((await person.get("/v1/webhooks")).body).toEqual({ webhooks: [shown] });
    for (const person of [carol, vera, mallory])
      expect((await person.get("/v1/webhooks")).body).toEqual({ webhooks: [] });
    expectError(await vera.post("/v1/webhooks", { url: receiver.url }), "forbidden");
    expectError(await alice.patch(hook.path, { enabled: false }), "forbidden");
    for (const person of [carol, mallory]) {
      expectError(await person.patch(hook.path, { enabled: false }), "not_found");
      expectError(await person.get(`${hook.path}/deliveries`), "not_found");
      expectError(await person.delete(hook.path), "not_found");
    }
    expect((await alice.get(`${hook.path}/deliveries`)).body).toEqual({ deliveries: [] });
    expect((await alice.delete(hook.path)).body).toEqual({ deleted: true });
    expectError(await bob.get(`${hook.path}/deliveries`), "not_found");
  });

  it("A webhook without types has all of them", async () => {
    const { webhook } = (await world.bob.post("/v1/webhooks", { url: receiver.url })).body;
    expect(webhook.events).toEqual(eventType.options);
  });

  it("The list of all types includes future ones, so that it can be written back", async () => {
    const { bob } = world;
    const hook = await newHook(bob, receiver);
    const kept = () =>
      withRows(world, async (db) => {
        const [row] = await db.selectFrom("webhooks").select("events").where("id", "=", hook.id).execute();
        return row?.events;
      });
    const last = async () => (await world.alice.get("/v1/audit?limit=1")).body.entries[0].seq;
    const before = await last();
    await bob.patch(hook.path, { events: eventType.options.toReversed() });
    expect([await kept(), await last()]).toEqual([null, before]);
    await bob.patch(hook.path, { events: ["plan.created"] });
    expect(await kept()).toBe('["plan.created"]');
    expect((await bob.patch(hook.path, { events: eventType.options })).body.webhook.events).toEqual(
      eventType.options,
    );
    expect(await kept()).toBeNull();
  });

  it("A new viewer can end their own webhooks, and change nothing else of them", async () => {
    const { alice } = world;
    const eve = await world.person("eve", "MEMBER", "acme");
    const hook = await newHook(eve, receiver, { events: ["plan.created"] });
    const ofBob = await newHook(world.bob, receiver, { events: ["plan.created"] });
    await alice.patch(`/v1/members/${eve.userId}`, { role: "VIEWER" });
    for (const body of [
      { enabled: true },
      { enabled: false, events: ["spec.created"] },
      { enabled: false, rotateSecret: true },
      { url: receiver.url },
      {},
    ])
      expectError(await eve.patch(hook.path, body), "forbidden");
    expectError(await eve.delete(ofBob.path), "not_found");
    const off = await eve.patch(hook.path, { enabled: false });
    expect([off.status, off.body.webhook.enabled]).toEqual([200, false]);
    expect((await eve.delete(hook.path)).body).toEqual({ deleted: true });
  });

  it("An unknown type, project or address is refused", async () => {
    const { bob } = world;
    const send = (body: object) => bob.post("/v1/webhooks", { url: receiver.url, ...body });
    expectInvalid(await send({ events: ["plan.exploded"] }), ["/events/0"]);
    expectInvalid(await send({ events: ["plan.*"] }), ["/events/0"]);
    expectInvalid(await send({ events: [] }), ["/events"]);
    expectError(await send({ projectSlug: "nowhere" }), "not_found");
    for (const url of ["ftp://example.com", "nonsense", "/hook", "http://user:secret@example.com/"])
      expectInvalid(await send({ url }), ["/url"]);
    const hook = await newHook(bob, receiver);
    expectInvalid(await bob.patch(hook.path, { url: "http://169.254.169.254/latest" }), ["/url"]);
    expectInvalid(await bob.patch(hook.path, { events: ["nothing"] }), ["/events/0"]);
    expectInvalid(await bob.patch(hook.path, { projectSlug: "web" }), ["/projectSlug"]);
  });

  it("A person has at most 100 webhooks", async () => {
    const { carol } = world;
    const hook = await newHook(carol, receiver, { events: ["webhook.created"] });
    await withRows(world, async (db) => {
      const [row] = await db.selectFrom("webhooks").selectAll().where("id", "=", hook.id).execute();
      if (!row) throw new Error("no webhook");
      for (let n = 1; n < 100; n++)
        await db
          .insertInto("webhooks")
          .values({ ...row, id: `${n}`, enabled: 0 })
          .execute();
    });
    expectError(await carol.post("/v1/webhooks", { url: receiver.url }), "too_many_webhooks");
    await withRows(world, (db) => db.deleteFrom("webhooks").where("user_id", "=", carol.userId).execute());
  });

  it("A new secret signs at once, and the previous one also signs for 24 hours", async () => {
    const { bob } = world;
    const hook = await newHook(bob, receiver, { events: ["project.updated"] });
    const rename = async (name: string) => {
      const before = receiver.received.length;
      await world.alice.patch("/v1/projects/other", { name });
      await eventually(() => expect(receiver.received).toHaveLength(before + 1));
      return receiver.received.at(-1) ?? expect.fail();
    };
    const rotated = await bob.patch(hook.path, { rotateSecret: true });
    expect(rotated.body).toEqual({
      webhook: expect.objectContaining({ id: hook.id }),
      secret: expect.stringMatching(/^whsec_/),
    });
    const { secret } = rotated.body;
    expect(secret).not.toBe(hook.secret);
    const both = await rename("Once");
    for (const signingSecret of [hook.secret, secret]) verify(signingSecret, both);
    expect(String(both.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    const stranger = await newHook(bob, receiver, { events: ["plan.deleted"] });
    expect(() => verify(stranger.secret, both)).toThrow();

    try {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3600_000 });
      const { secret: third } = (await bob.patch(hook.path, { rotateSecret: true })).body;
      const later = await rename("Twice");
      for (const signed of [secret, third]) verify(signed, later);
      expect(() => verify(hook.secret, later)).toThrow();
    } finally {
      vi.useRealTimers();
    }
  });

  it("A secret is in one answer only: in no list, event, log line or stored answer", async () => {
    const { bob } = world;
    const headers = { "idempotency-key": "once" };
    const { secret, webhook } = (await bob.post("/v1/webhooks", { url: receiver.url }, headers)).body;
    const again = await bob.post("/v1/webhooks", { url: receiver.url }, headers);
    expectError(again, "idempotency_conflict");
    expect(JSON.stringify(again.body.error.details)).toContain(webhook.id);
    receiver.answer = answerWith(500);
    await newPlan(bob, project);
    await eventually(() => expect(receiver.received).not.toHaveLength(0));
    const texts = [
      (await bob.get("/v1/webhooks")).body,
      (await world.alice.get("/v1/audit?limit=50")).body,
      await withRows(world, (db) => db.selectFrom("webhooks").selectAll().execute()),
      world.logged,
    ];
    for (const text of texts) expect(JSON.stringify(text)).not.toContain(secret.slice("whsec_".length));
    await withRows(world, (db) => db.deleteFrom("idempotency_keys").execute());
  });

  it("Events about webhooks are for their member alone", async () => {
    const { alice, bob, carol } = world;
    const watching = await newHook(bob, receiver, {
      events: eventType.options.filter((type) => type.startsWith("webhook.")),
    });
    const others = await startReceiver();
    await newHook(carol, others, { events: ["webhook.created", "webhook.deleted", "project.updated"] });
    const hook = await newHook(bob, receiver, { events: ["plan.deleted"] });
    await bob.patch(hook.path, { events: ["plan.purged"], enabled: false });
    await bob.patch(hook.path, { events: ["plan.purged"], enabled: false });
    await alice.delete(hook.path);
    await alice.patch("/v1/projects/other", { name: "Told" });
    await eventually(() =>
      expect(receiver.received.map(({ event: { type, data } }) => [type, data])).toEqual([
        ["webhook.created", {}],
        ["webhook.updated", { changed: ["events", "enabled"] }],
        ["webhook.deleted", {}],
      ]),
    );
    await eventually(() =>
      expect(others.received.map(({ event }) => event.type)).toEqual(["project.updated"]),
    );
    expect(await deliveriesOf(bob, watching)).toHaveLength(3);
    await others.close();
  });
});

it("No name is resolved for people who can't create or change the webhook anyway", async () => {
  const { create } = databases[0] ?? expect.fail();
  const world = await openWorld(create);
  const url = "http://inside.invalid/";
  const check = vi.spyOn(world.context.outbound, "check");
  expectError(await world.vera.post("/v1/webhooks", { url }), "forbidden");
  expectError(await world.bob.post("/v1/webhooks", { url, projectSlug: "nowhere" }), "not_found");
  expectError(await world.bob.patch("/v1/webhooks/made-up", { url }), "not_found");
  expect(check).not.toHaveBeenCalled();
  await world.close();
});

it("A private address is refused when it is set, also if a name resolves to it", async () => {
  const { create } = databases[0] ?? expect.fail();
  const world = await openWorld(create);
  for (const host of ["127.0.0.1", "localhost", "10.0.0.5", "[::1]", "169.254.169.254", "0x7f.1"])
    expectInvalid(await world.alice.post("/v1/webhooks", { url: `http://${host}:8080/hook` }), ["/url"]);
  const elsewhere = "https://receiver.invalid/hook";
  const made = await world.alice.post("/v1/webhooks", { url: elsewhere });
  expect(made.status).toBe(201);
  expectInvalid(
    await world.alice.patch(`/v1/webhooks/${made.body.webhook.id}`, { url: "http://127.0.0.1/" }),
    ["/url"],
  );
  await world.close();
});
