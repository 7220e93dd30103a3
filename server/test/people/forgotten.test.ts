import { getSession, lookUpLink, mailReset, resetPassword } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser, password, resetLink, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { startMailServer } from "../mail-server.ts";
import { withRows } from "../own-connection.ts";
import { openWorld, type World } from "../world.ts";
import { openWithIssuer, publicUrl } from "./issuers/issuer-scene.ts";

describe.each(databases)("a forgotten password, on $database", ({ create }) => {
  let scene: Awaited<ReturnType<typeof openWithIssuer>>;
  let world: World;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    mail = await startMailServer();
    scene = await openWithIssuer(create, {
      GROUNDPLAN_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      GROUNDPLAN_SMTP_FROM: "plans@example.com",
    });
    world = scene.world;
  });
  afterAll(async () => {
    await scene.close();
    await mail.close();
  });

  let count = 0;
  const newBrowser = () => new Browser(world, `198.51.100.${count++}`);
  const ask = (email: string, browser = newBrowser()) => browser.send(mailReset, { body: { email } });
  const mailsTo = (email: string) => mail.mails.filter(({ to }) => to[0] === email);
  const tokenIn = (text = "") => /token=(\w+)/.exec(text)?.[1] ?? "";
  const someone = () => world.person(`person-${count++}`, "MEMBER", "acme");
  const settled = () =>
    expect
      .poll(() =>
        world.context.db
          .selectFrom("jobs")
          .select("id")
          .where("kind", "=", "signIn.mailReset")
          .where("state", "in", ["waiting", "running"])
          .execute(),
      )
      .toEqual([]);
  async function mailedToken(email: string): Promise<string> {
    expect((await ask(email)).body).toEqual({ sent: true });
    await settled();
    return tokenIn(mailsTo(email).at(-1)?.text);
  }

  it("is reset by a mailed link, once, which signs in and ends the other sessions", async () => {
    const person = await someone();
    const { browser: before } = await signedInBrowser(world, person);
    const token = await mailedToken(person.email);
    const [{ headers, text } = { headers: {}, text: "" }] = mailsTo(person.email);
    expect(headers).toMatchObject({ to: person.email, "auto-submitted": "auto-generated" });
    expect(text).toContain(`${publicUrl}/reset?token=${token}`);
    const browser = newBrowser();
    expect(await browser.call(lookUpLink, { body: { token } })).toMatchObject({ email: person.email });
    expect((await before.call(getSession, {})).session).not.toBeNull();
    const body = { token, password: "another password" };
    expect((await browser.send(resetPassword, { body })).status).toBe(200);
    expect((await browser.call(getSession, {})).session?.user.email).toBe(person.email);
    expect((await before.call(getSession, {})).session).toBeNull();
    expect((await newBrowser().signIn(person.email)).status).toBe(401);
    expect((await newBrowser().signIn(person.email, "another password")).status).toBe(200);
    expectError(await newBrowser().send(resetPassword, { body }), "link_expired");
  });

  it("is reset with an end to the pushes to browsers, which somebody else may have added", async () => {
    const person = await someone();
    const devices = "/v1/notifications/devices";
    const added = await person.post(devices, {
      endpoint: "https://1.1.1.1/push",
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "B".repeat(22),
      },
    });
    expect(added.status).toBe(201);
    const body = { token: await mailedToken(person.email), password: "another password" };
    expect((await newBrowser().send(resetPassword, { body })).status).toBe(200);
    const rows = await world.context.db
      .selectFrom("devices")
      .select("id")
      .where("user_id", "=", person.userId)
      .execute();
    expect(rows).toEqual([]);
  });

  it("has a link that works within an hour, and is stored only as a hash", async () => {
    const { email } = await someone();
    const token = await mailedToken(email);
    const { db } = world.context;
    const rows = [
      await db.selectFrom("links").selectAll().execute(),
      await db.selectFrom("jobs").selectAll().execute(),
      world.logged,
    ];
    expect(JSON.stringify(rows)).not.toContain(token.slice(12));
    await withRows(world, (own) =>
      own
        .updateTable("links")
        .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
        .execute(),
    );
    expectError(await newBrowser().send(resetPassword, { body: { token, password } }), "link_expired");
  });

  it("links all end with the first use; until then each works, the operator's too", async () => {
    const person = await someone();
    const operators = await resetLink(world, person);
    const [first, second] = [await mailedToken(person.email), await mailedToken(person.email)];
    for (const token of [operators, first, second])
      expect((await newBrowser().call(lookUpLink, { body: { token } })).email).toBe(person.email);
    await newBrowser().call(resetPassword, { body: { token: first, password } });
    for (const token of [operators, second])
      expectError(await newBrowser().send(lookUpLink, { body: { token } }), "link_expired");
  });

  it("is answered alike for known and unknown addresses, and an unknown one gets no mail", async () => {
    const { email } = await someone();
    const before = mail.mails.length;
    const shown = ({ status, body, headers }: Awaited<ReturnType<typeof ask>>) => {
      const { date: _, "x-request-id": __, ...rest } = headers;
      return { status, body, names: Object.keys(rest).toSorted() };
    };
    const known = shown(await ask(email));
    for (const other of ["nobody@example.com", "no address", `${"x".repeat(300)}@example.com`])
      expect(shown(await ask(other))).toEqual(known);
    expect(known).toMatchObject({ status: 200, body: { sent: true } });
    await settled();
    expect(mail.mails.slice(before).map(({ to }) => to)).toEqual([[email]]);
    expect(world.logged.join("")).not.toContain("nobody@example.com");
  });

  it("is mailed three times an hour per address, however it is spelled and wherever it is requested", async () => {
    const person = await someone();
    for (const email of [person.email, "unknown@example.com"]) {
      for (const written of [email, ` ${email.toUpperCase()} `, email])
        expect((await ask(written)).status).toBe(200);
      const refused = await ask(email);
      expectError(refused, "rate_limited");
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3500);
    }
    await settled();
    expect(mailsTo(person.email).length).toBeLessThanOrEqual(3);
    expect(mailsTo("unknown@example.com")).toEqual([]);
  });

  it("is mailed ten times an hour per network, whichever addresses are requested", async () => {
    const browser = newBrowser();
    for (let n = 0; n < 10; n++) expect((await ask(`other-${n}@example.com`, browser)).status).toBe(200);
    const { email } = await someone();
    expectError(await ask(email, browser), "rate_limited");
    // Requests refused for their network count for no address.
    for (let n = 0; n < 3; n++) expect((await ask(email)).status).toBe(200);
  });

  it("does not exist for users who sign in by an issuer only, and the mail says so", async () => {
    const person = await someone();
    await scene.withAccount(person, `at-acme-${count}`);
    await mailedToken(person.email);
    expect(mailsTo(person.email).at(-1)?.text).toContain("/reset?token=");
    await withRows(world, (db) => db.deleteFrom("passwords").where("user_id", "=", person.userId).execute());
    expect(await mailedToken(person.email)).toBe("");
    const { text = "" } = mailsTo(person.email).at(-1) ?? {};
    expect(text).toContain("it signs in with Acme");
    expect(text).toContain(`${publicUrl}/sign-in`);
    await withRows(world, (db) =>
      db
        .updateTable("linked_issuers")
        .set({ issuer: "https://former.example" })
        .where("user_id", "=", person.userId)
        .execute(),
    );
    expect(await mailedToken(person.email)).not.toBe("");
  });

  it("is mailed after a brief outage of the mail server", async () => {
    mail.refusals.push({ code: 451, words: "Try later" });
    const { email } = await someone();
    await ask(email);
    await expect.poll(() => mailsTo(email), { timeout: 8000 }).toHaveLength(1);
    expect(
      (await newBrowser().call(lookUpLink, { body: { token: tokenIn(mailsTo(email)[0]?.text) } })).email,
    ).toBe(email);
  });
});

describe.each(databases)("without mail, on $database", ({ create }) => {
  it("nothing is sent for a forgotten password, and the console shows it", async () => {
    const world = await openWorld(create);
    const browser = new Browser(world);
    expect(await browser.call(mailReset, { body: { email: world.alice.email } })).toEqual({ sent: false });
    expect((await browser.call(getSession, {})).sendsMail).toBe(false);
    expect(await world.context.db.selectFrom("links").selectAll().execute()).toEqual([]);
    await world.close();
  });
});
