import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { eventually } from "../../../test/eventually.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import type { World } from "../../../test/world.ts";
import {
  answerWith,
  deliveriesOf,
  newHook,
  openHookWorld,
  type Receiver,
  startReceiver,
} from "./scene.test-support.ts";

const plans = "/v1/projects/web/plans";

describe.each(databases)("$database: formats, tests and requests of webhooks", ({ create }) => {
  let world: World;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    world = await openHookWorld(create);
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  afterAll(async () => {
    await world.close();
    await receiver.close();
  });

  it("a Slack webhook sends one escaped line for people, unsigned, and has no secret", async () => {
    const { bob } = world;
    const { body } = await bob.post("/v1/webhooks", {
      url: receiver.url,
      events: ["plan.created", "spec.updated"],
      format: "slack",
    });
    expect(body.secret).toBeUndefined();
    expect(body.webhook.format).toBe("slack");
    const from = receiver.received.length;
    const { plan } = (await bob.post(plans, { name: "Pay & <!channel> | more", visibility: "TEAM" })).body;
    await eventually(async () => expect(receiver.received).toHaveLength(from + 1));
    const sent = receiver.received[from];
    const { text } = JSON.parse(sent?.body ?? "");
    expect(text).toMatch(
      new RegExp(
        `^\\*bob\\* created the plan: <\\S+${plans.slice("/v1".length)}/${plan.shortId}\\|Pay &amp; &lt;!channel&gt; ¦ more \\(${plan.shortId}\\)>$`,
      ),
    );
    expect(Object.keys(sent?.headers ?? {}).filter((name) => name.startsWith("webhook-"))).toEqual([]);
    const { spec } = (await bob.post(`${plans}/${plan.shortId}/specs`, { title: "Refund" })).body;
    await bob.patch(`${plans}/${plan.shortId}/specs/${spec.shortId}`, { status: "IN_PROGRESS" });
    await eventually(async () => expect(receiver.received).toHaveLength(from + 2));
    expect(JSON.parse(receiver.received[from + 1]?.body ?? "").text).toMatch(
      /^\*bob\* set SPEC-1 to in progress: <\S+\/specs\/SPEC-1\|Refund \(PLAN-\d+\/SPEC-1\)>$/,
    );
    const path = `/v1/webhooks/${body.webhook.id}`;
    const { origin } = new URL(receiver.url);
    const { webhooks } = (await world.alice.get("/v1/webhooks")).body;
    const seen = webhooks.find(({ id }: { id: string }) => id === body.webhook.id);
    expect([seen, (await world.alice.get(path)).body.webhook]).toMatchObject(
      Array(2).fill({ url: `${origin}/` }),
    );
    expect((await bob.get(path)).body.webhook.url).toBe(receiver.url);
    expectInvalid(await bob.patch(path, { rotateSecret: true }), ["/rotateSecret"]);
    expect((await bob.patch(path, { enabled: false })).status).toBe(200);
    expect((await bob.patch(path, { enabled: true })).body.webhook.enabled).toBe(true);
    await bob.delete(path);
  });

  it("a test is delivered whatever types a webhook delivers, to no other one, and waits for nothing", async () => {
    const { bob, alice } = world;
    const other = await newHook(bob, receiver);
    const hook = await newHook(bob, receiver, { events: ["workspace.updated"] });
    const from = receiver.received.length;
    const { delivery } = (await bob.post(`${hook.path}/test`)).body;
    expect(delivery).toMatchObject({ type: "webhook.tested", state: "pending" });
    await eventually(async () => {
      expect(await deliveriesOf(bob, hook)).toEqual([
        expect.objectContaining({ id: delivery.id, state: "delivered", lastStatus: 204 }),
      ]);
    });
    const tests = receiver.received.slice(from).filter(({ event }) => event.type === "webhook.tested");
    expect(tests.map(({ id }) => id)).toEqual([delivery.id]);
    expectError(await alice.post(`${hook.path}/test`), "forbidden");
    await bob.patch(hook.path, { enabled: false });
    expectError(await bob.post(`${hook.path}/test`), "webhook_off");
    for (const { path } of [other, hook]) await bob.delete(path);
  });

  it("a delivery shows its request as it was sent, an owner without the signature", async () => {
    const { bob, alice, carol } = world;
    const hook = await newHook(bob, receiver, { events: ["plan.created"] });
    receiver.answer = answerWith(500);
    const from = receiver.received.length;
    await bob.post(plans, { name: "Shown", visibility: "TEAM" });
    await eventually(async () => expect(receiver.received.length).toBeGreaterThan(from));
    receiver.answer = answerWith(204);
    const sent = receiver.received[from];
    const path = `${hook.path}/deliveries/${sent?.id}`;
    await eventually(async () => expect((await bob.get(path)).body.delivery.lastStatus).toBe(500));
    const { request, delivery } = (await bob.get(path)).body;
    expect(delivery.lastError.reason).toBe("status");
    expect(request.body).toBe(sent?.body);
    expect(request.headers["webhook-id"]).toBe(sent?.headers["webhook-id"]);
    expect(request.headers["webhook-signature"]).toMatch(/^v1,/);
    const toOwner = (await alice.get(path)).body.request;
    expect(toOwner.body).toBe(sent?.body);
    expect(toOwner.headers["webhook-signature"]).toBeUndefined();
    expectError(await carol.get(path), "not_found");
    await bob.delete(hook.path);
  });

  it("an owner doesn't see what another member's webhook says of a plan that the owner can't read", async () => {
    const { bob, alice } = world;
    const hook = await newHook(bob, receiver, { events: ["plan.created"] });
    const from = receiver.received.length;
    await bob.post(plans, { name: "Own", visibility: "PRIVATE" });
    await eventually(async () => expect(receiver.received.length).toBe(from + 1));
    const path = `${hook.path}/deliveries/${receiver.received[from]?.id}`;
    expect((await bob.get(path)).status).toBe(200);
    expectError(await alice.get(path), "not_found");
    await bob.delete(hook.path);
  });
});
