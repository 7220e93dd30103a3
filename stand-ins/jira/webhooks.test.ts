import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { client } from "./client.ts";
import { type JiraStandIn, startJira } from "./start.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;
let url: string;
let received: { headers: IncomingHttpHeaders; text: string }[];
let answers: number[];

const receiver = createServer(async (request, response) => {
  const text = Buffer.concat(await request.toArray()).toString("utf8");
  received.push({ headers: request.headers, text });
  response.writeHead(answers.shift() ?? 200).end();
});

beforeEach(async () => {
  received = [];
  answers = [];
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hook`;
  standIn = await startJira();
  jira = client(standIn);
});
afterEach(async () => {
  await standIn.close();
  receiver.close();
  receiver.closeAllConnections();
  await once(receiver, "close");
});

const secret = "shared secret";
const bodies = () => received.map(({ text }) => JSON.parse(text));
const events = () => bodies().map(({ webhookEvent }) => webhookEvent);
const hmac = (key: string, text: string) => createHmac("sha256", key).update(text);
const isSigned = ({ headers, text }: (typeof received)[number]) =>
  headers["x-hub-signature"] === `sha256=${hmac(secret, text).digest("hex")}`;

it("creating, editing, linking and deleting send events, signed over the body as sent", async () => {
  standIn.setWebhook({ url, secret });
  const [a, b] = [await jira.create("a"), await jira.create("b")];
  await jira.status("PUT", `/issue/${a.key}`, { fields: { summary: "new" } });
  await standIn.delivered();
  expect(events().sort()).toEqual(["jira:issue_created", "jira:issue_created", "jira:issue_updated"]);
  expect(bodies().find(({ webhookEvent }) => webhookEvent === "jira:issue_updated")).toMatchObject({
    timestamp: expect.any(Number),
    user: { emailAddress: standIn.email },
    issue: { id: a.id, key: a.key, fields: { summary: "new" } },
    changelog: { items: [{ field: "summary" }] },
  });
  await jira.block(a.key, b.key);
  standIn.drift.delete(b.key);
  await standIn.delivered();
  expect(events()).toEqual(expect.arrayContaining(["issuelink_created", "jira:issue_deleted"]));
  expect(received.every(isSigned)).toBe(true);
  expect(new Set(received.map(({ headers }) => headers["x-atlassian-webhook-identifier"])).size).toBe(
    received.length,
  );
});

it("a dynamic hook has a JWT signed with the client's secret instead", async () => {
  standIn.setWebhook({ url, secret, kind: "dynamic" });
  await jira.create("a");
  await standIn.delivered();
  const { authorization, ...headers } = received[0]?.headers ?? {};
  const [, head, payload, signature] = /^Bearer (.+)\.(.+)\.(.+)$/.exec(authorization ?? "") ?? [];
  expect(signature).toBe(hmac(secret, `${head}.${payload}`).digest("base64url"));
  expect(JSON.parse(Buffer.from(payload ?? "", "base64url").toString()).exp * 1000).toBeGreaterThan(
    Date.now(),
  );
  expect(headers).not.toHaveProperty("x-hub-signature");
  expect(bodies()).toMatchObject([{ matchedWebhookIds: [expect.any(Number)] }]);
});

it("a forged event is signed with another secret", async () => {
  standIn.setWebhook({ url, secret, forge: true });
  await jira.create("a");
  await standIn.delivered();
  expect(received.map(isSigned)).toEqual([false]);
});

it("a repeated event has the same identifier", async () => {
  standIn.setWebhook({ url, secret, copies: 2 });
  await jira.create("a");
  await standIn.delivered();
  const [first, second] = received.map(({ headers }) => headers["x-atlassian-webhook-identifier"]);
  expect([received.length, first === second]).toEqual([2, true]);
});

it("events come late and in another order", async () => {
  standIn.setWebhook({ url, secret, reorder: true, delayMs: 50 });
  const before = Date.now();
  const { key } = await jira.create("a");
  await jira.status("PUT", `/issue/${key}`, { fields: { summary: "new" } });
  expect(received).toEqual([]);
  await standIn.delivered();
  expect(standIn.deliveries.map(({ event }) => event)).toEqual(["jira:issue_updated", "jira:issue_created"]);
  expect(Date.now() - before).toBeGreaterThanOrEqual(49);
});

it("a delivery that is answered by 5xx or 429 is repeated and marked so, one answered by 400 is not", async () => {
  standIn.setWebhook({ url, secret, retryMs: 1 });
  answers = [503, 429, 200];
  await jira.create("a");
  await standIn.delivered();
  expect(received.map(({ headers }) => headers["x-atlassian-webhook-retry"])).toEqual([undefined, "1", "2"]);
  expect(standIn.deliveries).toMatchObject([{ status: 503 }, { status: 429 }, { status: 200 }]);
  answers = [400];
  await jira.create("b");
  await standIn.delivered();
  expect(received).toHaveLength(4);
});
