import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fieldsOf } from "../common/answers.ts";
import { startReceiver } from "../common/receiver.ts";
import { client } from "./client.ts";
import { type LinearStandIn, startLinear } from "./start.ts";

let standIn: LinearStandIn;
let linear: ReturnType<typeof client>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const secret = "webhook secret";

beforeEach(async () => {
  standIn = await startLinear({ published: false });
  linear = client(standIn, standIn.token);
  receiver = await startReceiver();
});
afterEach(async () => {
  await standIn.close();
  await receiver.close();
});

const signed = (text: string) => createHmac("sha256", secret).update(text).digest("hex");
const titles = () => receiver.received.map(({ event }) => fieldsOf(event.data).title);

it("an event holds the action, its author and the previous values; the raw body is signed", async () => {
  standIn.webhooks.set({ url: receiver.url, secret });
  const { id } = await linear.create("made");
  standIn.drift.edit(id, { title: "edited" });
  await standIn.webhooks.settled();
  const [create, update] = receiver.received.sort((a, b) =>
    String(a.event.action).localeCompare(String(b.event.action)),
  );
  expect(create?.event).toMatchObject({ action: "create", type: "Issue", data: { id, title: "made" } });
  expect(update?.event).toMatchObject({
    action: "update",
    type: "Issue",
    data: { id, title: "edited", identifier: "ENG-1", state: { type: "backlog" }, team: { key: "ENG" } },
    updatedFrom: { title: "made" },
    organizationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    webhookId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect([fieldsOf(create?.event.actor).name, fieldsOf(update?.event.actor).name]).toEqual([
    "planner",
    "member",
  ]);
  expect(Math.abs(Number(update?.event.webhookTimestamp) - Date.now())).toBeLessThan(60_000);
  expect(update?.headers).toMatchObject({
    "linear-event": "Issue",
    "linear-signature": signed(update?.text ?? ""),
    "linear-timestamp": String(update?.event.webhookTimestamp),
    "linear-delivery": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(standIn.webhooks.deliveries).toMatchObject([{ answer: 200 }, { answer: 200 }]);
});

it("trashing is sent as a removal", async () => {
  const { id } = await linear.create("gone");
  standIn.webhooks.set({ url: receiver.url, secret });
  standIn.drift.trash(id);
  await standIn.webhooks.settled();
  expect(receiver.received.map(({ event }) => event)).toMatchObject([
    { action: "remove", data: { id, trashed: true }, updatedFrom: { trashed: null } },
  ]);
});

it("a copy of an event has the same delivery id", async () => {
  standIn.webhooks.set({ url: receiver.url, secret, copies: 2 });
  await linear.create("twice");
  await standIn.webhooks.settled();
  expect(titles()).toEqual(["twice", "twice"]);
  expect(new Set(receiver.received.map(({ headers }) => headers["linear-delivery"])).size).toBe(1);
});

it("events can be held and released in reverse order", async () => {
  standIn.webhooks.set({ url: receiver.url, secret, hold: true });
  for (const title of ["first", "second"]) await linear.create(title);
  await standIn.webhooks.settled();
  expect(titles()).toEqual([]);
  await standIn.webhooks.release(true);
  expect(titles()).toEqual(["second", "first"]);
});

it("an event can be late", async () => {
  standIn.webhooks.set({ url: receiver.url, secret, delayMs: 60 });
  await linear.create("late");
  expect(titles()).toEqual([]);
  await standIn.webhooks.settled();
  expect(titles()).toEqual(["late"]);
});

it("a forged event has the signature of another secret", async () => {
  standIn.webhooks.set({ url: receiver.url, secret, forge: true });
  await linear.create("forged");
  await standIn.webhooks.settled();
  const [forged] = receiver.received;
  expect(forged?.headers["linear-signature"]).toMatch(/^[0-9a-f]{64}$/);
  expect(forged?.headers["linear-signature"]).not.toBe(signed(forged?.text ?? ""));
});

it("a single event can be delivered by hand, again and with an old time", async () => {
  const event = { action: "update", type: "Issue", data: { id: "1" } };
  const first = await standIn.webhooks.deliver(receiver.url, secret, event);
  receiver.status = 503;
  const again = await standIn.webhooks.deliver(receiver.url, secret, event, {
    id: first.id,
    timestamp: 1000,
  });
  expect([first.answer, again.answer, again.id]).toEqual([200, 503, first.id]);
  expect(receiver.received[1]?.event).toEqual({ ...event, webhookTimestamp: 1000 });
});

it("an unreachable receiver shows in the delivery", async () => {
  await receiver.close();
  standIn.webhooks.set({ url: receiver.url, secret });
  await linear.create("unheard");
  await standIn.webhooks.settled();
  expect(standIn.webhooks.deliveries).toMatchObject([{ answer: expect.stringMatching(/fetch failed/) }]);
  receiver = await startReceiver();
});

it("a webhook created by the API gets the events of its team and types", async () => {
  const input = { url: receiver.url, resourceTypes: ["Issue"], teamId: "OPS", secret };
  await linear.sendEdits("webhookCreate", "WebhookCreateInput", input, "webhook { id }");
  const { team } = await linear.data('{ team(id: "OPS") { id } }');
  await linear.create("not heard");
  await linear.create("heard", { teamId: fieldsOf(team).id });
  await linear.project("no issue", { teamIds: [fieldsOf(team).id] });
  await standIn.webhooks.settled();
  expect(titles()).toEqual(["heard"]);
});
