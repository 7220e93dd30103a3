import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { startMailServer } from "../../../../test/mail-server.ts";
import { withRows } from "../../../../test/own-connection.ts";
import { openWorld, type Person, type World } from "../../../../test/world.ts";
import { RunLater } from "../../../jobs/runner.ts";
import { inboxOf } from "../scene.test-support.ts";
import { digestJob } from "./send-digest.ts";

const publicUrl = "https://plans.example.com";
const settings = "/v1/notifications/settings";
const plans = "/v1/projects/web/plans";

describe.each(databases)("$database: mails of notifications", ({ create }) => {
  let world: World;
  let server: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    server = await startMailServer();
    world = await openWorld(create, {
      project: "Web",
      env: {
        GROUNDPLAN_PUBLIC_URL: publicUrl,
        GROUNDPLAN_JOB_POLL_MS: "50",
        GROUNDPLAN_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
        GROUNDPLAN_SMTP_FROM: "Plans <plans@example.com>",
      },
    });
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });
  beforeEach(async () => {
    await world.bob.patch(settings, { channels: { mention: { mail: "off", inbox: true } } });
    server.mails.length = 0;
  });

  async function planOf(
    visibility: "TEAM" | "PRIVATE",
    name = "Shop",
  ): Promise<{ path: string; id: string }> {
    const { plan } = (await world.alice.post(plans, { name, visibility })).body;
    return { path: `${plans}/${plan.shortId}`, id: plan.id };
  }
  const mention = async ({ id }: { id: string }, person: Person, words: string) => {
    const body = `${words} [@You](user:${person.userId})`;
    const { status } = await world.alice.post(`/v1/documents/${id}/threads`, { body });
    expect(status).toBe(201);
  };
  const waiting = async () =>
    (await world.context.db.selectFrom("notices").select("seq").where("state", "=", "waiting").execute())
      .length;
  const jobRun = { claim: { id: "job", fence: 1 }, attempt: 1, signal: new AbortController().signal };

  it("each is mailed once, as text and HTML without pictures, with an address that ends them", async () => {
    const { bob } = world;
    await bob.patch(settings, { channels: { mention: { mail: "each" } } });
    const plan = await planOf("TEAM", "Shop & <b>Co</b>");
    await mention(plan, bob, "Is **this** <img src=x> right?");
    await expect.poll(() => server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail?.to).toEqual([bob.email]);
    expect(mail?.headers.subject).toBe("alice mentioned you in a thread: Shop & <b>Co</b>");
    expect(mail?.headers["list-unsubscribe"]).toMatch(
      /^<https:\/\/plans\.example\.com\/unsubscribe\/[\w.-]+>$/,
    );
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(mail?.text).toContain(`${publicUrl}/projects/web/plans/`);
    expect(mail?.text).toContain("> Is **this** <img src=x> right?");
    expect(mail?.html).toContain("Shop &amp; &lt;b&gt;Co&lt;/b&gt;");
    expect(mail?.html).not.toMatch(/<img|<script|<style|http:/);
    await expect.poll(waiting).toBe(0);
    expect(server.mails).toHaveLength(1);
  });

  it("a kind that the inbox leaves out is mailed all the same", async () => {
    const { bob } = world;
    await bob.patch(settings, { channels: { mention: { inbox: false, mail: "each" } } });
    const before = await inboxOf(bob);
    await mention(await planOf("TEAM", "Elsewhere"), bob, "Read this.");
    await expect.poll(() => server.mails).toHaveLength(1);
    const { unread, items } = await inboxOf(bob);
    expect([unread, items.length]).toEqual([before.unread, before.items.length]);
  });

  it("opening the address changes nothing; its POST ends the mails of that kind", async () => {
    const { bob } = world;
    await bob.patch(settings, { channels: { mention: { mail: "each" }, agent: { mail: "each" } } });
    const plan = await planOf("TEAM");
    await mention(plan, bob, "One.");
    await expect.poll(() => server.mails).toHaveLength(1);
    const address = server.mails[0]?.headers["list-unsubscribe"]?.slice(publicUrl.length + 1, -1) ?? "";
    const mailOf = async (kind: string) => (await bob.get(settings)).body.settings.channels[kind].mail;
    const page = await world.app.inject({ method: "GET", url: address });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.body).toContain('<form method="post">');
    expect(await mailOf("mention")).toBe("each");
    const oneClick = await world.app.inject({
      method: "POST",
      url: address,
      payload: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(oneClick.statusCode).toBe(200);
    expect([await mailOf("mention"), await mailOf("agent")]).toEqual(["off", "each"]);
    await mention(plan, bob, "Two.");
    await expect.poll(waiting).toBe(0);
    expect(server.mails).toHaveLength(1);
    const altered = `${address.slice(0, -2)}${address.endsWith("AA") ? "BB" : "AA"}`;
    expect((await world.app.inject({ method: "POST", url: altered })).statusCode).toBe(404);
    const token = address.slice("/unsubscribe/".length);
    for (const url of [`/%75nsubscribe/${token}`, `//unsubscribe//${token}`])
      await world.app.inject({ method: "GET", url });
    expect(world.logged.join("")).not.toContain(token);
  });

  it("nothing of a plan is mailed to who can't read it any more when it is sent", async () => {
    const { bob } = world;
    await bob.patch(settings, { channels: { mention: { mail: "each" } } });
    const plan = await planOf("PRIVATE", "Secret");
    await world.alice.put(`${plan.path}/shares/${bob.userId}`, { capability: "READ" });
    server.refusals.push({ code: 451, words: "later" });
    await mention(plan, bob, "A private canary.");
    await expect.poll(() => server.refusals).toHaveLength(0);
    await world.alice.delete(`${plan.path}/shares/${bob.userId}`);
    await withRows(world, (db) =>
      db.updateTable("jobs").set({ run_at: "2026-01-01" }).where("kind", "=", "notices.send").execute(),
    );
    await expect.poll(waiting).toBe(0);
    expect(JSON.stringify(server.mails)).not.toMatch(/canary|Secret/);
  });

  /** Runs waiting jobs of a kind now, until something holds. */
  const hurryUntil = (kind: string, isSo: () => boolean) =>
    expect
      .poll(
        async () => {
          await withRows(world, (db) =>
            db
              .updateTable("jobs")
              .set({ run_at: "2026-01-01" })
              .where("kind", "=", kind)
              .where("state", "=", "waiting")
              .execute(),
          );
          return isSo();
        },
        { timeout: 30_000, interval: 100 },
      )
      .toBe(true);
  const refuse = (times: number) =>
    server.refusals.push(...Array.from({ length: times }, () => ({ code: 451, words: "later" })));
  /** Makes everybody's daily mail due today, even if it was sent. */
  const mailDaily = (person: Person) =>
    person.patch(settings, {
      channels: { mention: { mail: "digest" } },
      digestAt: "00:00",
      timeZone: "UTC",
    });
  const forgetDigests = () =>
    withRows(world, (db) => db.updateTable("inbox_settings").set({ digested_on: null }).execute());

  it("a mail outlasts a mail server that refuses it for hours", async () => {
    const { bob } = world;
    await bob.patch(settings, { channels: { mention: { mail: "each" } } });
    refuse(14);
    await mention(await planOf("TEAM"), bob, "Patience.");
    await hurryUntil("notices.send", () => server.mails.length > 0);
    expect(server.refusals).toHaveLength(0);
    expect(server.mails.map(({ text }) => text)).toEqual([expect.stringContaining("Patience.")]);
  });

  it("a daily mail that is given up leaves what waits to the next", async () => {
    const { bob } = world;
    await forgetDigests();
    await mailDaily(bob);
    await mention(await planOf("TEAM"), bob, "Kept.");
    refuse(1);
    await withRows(world, (db) =>
      db
        .updateTable("jobs")
        .set({ attempts: 10_000 })
        .where("kind", "=", "notices.digest")
        .where("state", "=", "waiting")
        .execute(),
    );
    await hurryUntil("notices.digest", () => server.refusals.length === 0);
    await hurryUntil("notices.digest", () => server.mails.length > 0);
    expect(server.mails[0]?.text).toContain("Kept.");
  });

  it("a daily mail comes even if more than it can hold were read before", async () => {
    const { bob } = world;
    await forgetDigests();
    await mailDaily(bob);
    const plan = await planOf("TEAM");
    await mention(plan, bob, "Unread.");
    // Older than any event, so that nothing of them is unread.
    await withRows(world, async (db) => {
      const waits = db.selectFrom("notices").selectAll().where("state", "=", "waiting");
      const row = await waits.executeTakeFirstOrThrow();
      const rows = Array.from({ length: 400 }, (_, n) => Object.assign({}, row, { seq: -1 - n }));
      await db.insertInto("notices").values(rows).execute();
    });
    await hurryUntil("notices.digest", () => server.mails.length > 0);
    expect(server.mails[0]?.headers.subject).toBe("1 unread notification: Shop");
    expect(server.mails[0]?.text).toContain("Unread.");
  });

  it("an address that nobody has proven gets none", async () => {
    const { carol } = world;
    await carol.patch(settings, { channels: { mention: { mail: "each" } } });
    await withRows(world, (db) =>
      db.updateTable("users").set({ is_proven: 0 }).where("id", "=", carol.userId).execute(),
    );
    expect((await carol.get(settings)).body.unavailable.mail).toMatch(/not verified/);
    await mention(await planOf("TEAM"), carol, "For carol.");
    await expect.poll(waiting).toBe(0);
    expect(server.mails).toHaveLength(0);
  });

  it("what waits for the daily mail comes in one, without what was read, and once a day", async () => {
    const { bob } = world;
    const workspaceId = (await bob.get("/v1/me")).body.workspace.id;
    const member = { workspaceId, userId: bob.userId };
    await forgetDigests();
    await mailDaily(bob);
    const plan = await planOf("TEAM", "Daily");
    for (const words of ["First.", "Second.", "Read already."]) await mention(plan, bob, words);
    const [newest] = (await inboxOf(bob)).items;
    await bob.post("/v1/notifications/read", { ids: [newest?.id] });
    const run = () => digestJob.run(world.context, member as never, jobRun);
    await run();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.headers.subject).toBe("2 unread notifications");
    expect(server.mails[0]?.text).toMatch(/First\.[\s\S]*Second\./);
    expect(server.mails[0]?.text).not.toContain("Read already");
    expect(await waiting()).toBe(0);
    await mention(plan, bob, "Third.");
    await expect(run()).rejects.toThrow(RunLater);
    expect(server.mails).toHaveLength(1);
    await world.app.inject({
      method: "POST",
      url: server.mails[0]?.headers["list-unsubscribe"]?.slice(publicUrl.length + 1, -1) ?? "",
    });
    expect((await bob.get(settings)).body.settings.channels.mention.mail).toBe("off");
  });
});
