import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { adminCreateKey, adminCreateUser } from "../../src/admin/index.ts";
import { answerWith, type Received, startReceiver } from "../../src/modules/webhooks/scene.test-support.ts";
import { databases } from "../databases.ts";
import { startMailServer } from "../mail-server.ts";
import { onRows } from "../own-connection.ts";
import { type Push, startPushService } from "../push-service.ts";
import { asker, type Send } from "./asker.ts";
import { eventChain, firstKey } from "./inspect.ts";
import { type Service, startService } from "./service.ts";

const kills = process.env.LONG ? 200 : 2;
const email = "bob@acme.example";
const plans = "/v1/projects/web/plans";

/** Refuses all three channels until it is called again. */
type Refuse = (isOn: boolean) => void;

it.each(databases)(
  `$database: in ${kills} kills each mail, push and webhook is sent once, and none of what its reader lost`,
  async ({ create }) => {
    const database = await create("empty, on disk");
    const { env } = database;
    const alice = await firstKey(env);
    const user = { email, name: "Bob", workspace: "acme", role: "MEMBER" as const };
    const { user: bob } = await adminCreateUser(env, {
      ...user,
      createWorkspace: false,
      platformAdmin: false,
    });
    const { secret } = await adminCreateKey(env, { email, workspace: "acme", scope: "write", name: "bob" });
    const [mails, browsers, receiver] = await Promise.all([
      startMailServer(),
      startPushService(),
      startReceiver(),
    ]);
    const settings = {
      ...env,
      GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1",
      GROUNDPLAN_WEBHOOK_TIMEOUT_MS: "1000",
      GROUNDPLAN_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      GROUNDPLAN_SMTP_FROM: "plans@example.com",
    };
    let service: Service = await startService(settings);
    const send: Send = (...given) => asker(service.url, alice)(...given);
    const asBob: Send = (...given) => asker(service.url, secret)(...given);
    await send("POST", "/v1/projects", { name: "Web" });
    const planOf = async (name: string, visibility: string) =>
      (await send<{ plan: { id: string; shortId: string } }>("POST", plans, { name, visibility })).plan;
    const shared = await planOf("Shared", "TEAM");
    const secretPlan = await planOf("Secret", "PRIVATE");
    await asBob("PATCH", "/v1/notifications/settings", {
      channels: { mention: { mail: "each", push: true } },
    });
    await asBob("GET", "/v1/notifications/devices");
    await asBob("POST", "/v1/notifications/devices", browsers.subscribe());
    await asBob("POST", "/v1/webhooks", { url: receiver.url, events: ["thread.created"] });
    const mention = (plan: { id: string }, words: string) =>
      send("POST", `/v1/documents/${plan.id}/threads`, { body: `${words} [@Bob](user:${bob.id})` });
    const share = `${plans}/${secretPlan.shortId}/shares/${bob.id}`;
    const accepted: Received[] = [];
    const accept: typeof receiver.answer = (received, response) => {
      accepted.push(received);
      response.writeHead(204).end();
    };
    const refuse: Refuse = (isOn) => {
      const many = Array.from({ length: isOn ? 10_000 : 0 });
      mails.refusals.splice(0, mails.refusals.length, ...many.map(() => ({ code: 451, words: "later" })));
      browsers.answers.splice(0, browsers.answers.length, ...many.map(() => 503));
      receiver.answer = isOn ? answerWith(503) : accept;
    };

    /** Returns the jobs at work by id and claim; those of killed services are among them until their lease ends. */
    const running = async () => {
      const jobs = await onRows(env, (db) =>
        db
          .selectFrom("jobs")
          .select(["id", "fence"])
          .where("kind", "=", "notices.send")
          .where("state", "=", "running")
          .execute(),
      );
      return new Set(jobs.map(({ id, fence }) => `${id} ${fence}`));
    };

    let made = 0;
    let killed = await running();
    for (let kill = 0; kill < kills; kill++) {
      // Waits at the senders until Bob can no longer read it.
      refuse(true);
      await send("PUT", share, { capability: "READ" });
      await mention(secretPlan, "A canary.");
      await send("DELETE", share);
      // What was read before is refused, too, however long its job takes on a busy machine.
      await sleep(300);
      while ((await running()).difference(killed).size > 0) await sleep(50);
      refuse(false);
      await mention(shared, `Words ${made++}.`);
      await sleep(Math.random() * 150);
      await service.kill();
      killed = await running();
      service = await startService(settings);
    }

    const notices = () => onRows(env, (db) => db.selectFrom("notices").selectAll().execute());
    const states = async () => Map.groupBy(await notices(), ({ channel, state }) => `${channel} ${state}`);
    // Retries wait up to minutes after several kills.
    const hurry = () =>
      onRows(env, (db) =>
        db
          .updateTable("jobs")
          .set({ run_at: "2026-01-01" })
          .where("kind", "=", "notices.send")
          .where("state", "=", "waiting")
          .execute(),
      );
    for (let rounds = 0; rounds < 600; rounds++) {
      await hurry();
      if ((await notices()).every(({ state }) => state !== "waiting")) break;
      await sleep(100);
    }
    const ended = await states();
    expect(Object.fromEntries([...ended].map(([name, rows]) => [name, rows.length]))).toEqual({
      "mail sent": made,
      "mail dropped": made,
      "push sent": made,
      "push dropped": made,
    });
    // What is sent again after a kill is the same to mailboxes, browsers and receivers.
    expect(new Set(mails.mails.map(({ headers }) => headers["message-id"])).size).toBe(made);
    // Each start takes another port.
    const pathOf = ({ payload: { url = "" } }: Push) => url.slice(new URL(url).origin.length);
    expect(new Set(browsers.pushes.map(pathOf)).size).toBe(made);
    expect(mails.mails.length).toBeLessThanOrEqual(made + kills);
    expect(browsers.pushes.length).toBeLessThanOrEqual(made + kills);
    // Deliveries wait up to hours, which a running service knows.
    expect(await service.stop()).toBe(0);
    await onRows(env, (db) =>
      db
        .updateTable("webhook_deliveries")
        .set({ next_attempt_at: "2026-01-01T00:00:00.000Z" })
        .where("next_attempt_at", "is not", null)
        .execute(),
    );
    service = await startService(settings);
    const ids = () => new Set(accepted.map(({ id }) => id)).size;
    await expect.poll(ids, { timeout: 60_000 }).toBe(made);
    expect(new Set(accepted.map(({ event }) => event.planShortId))).toEqual(new Set([shared.shortId]));
    expect(JSON.stringify([mails.mails, browsers.pushes])).not.toMatch(/canary|Secret/);
    expect(await service.stop()).toBe(0);
    expect(await eventChain(env)).toBe("whole");
    await Promise.all([mails.close(), browsers.close(), receiver.close()]);
    await database.drop();
  },
  1_800_000,
);
