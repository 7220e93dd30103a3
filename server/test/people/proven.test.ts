import {
  acceptInviteLink,
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  getProofMail,
  getSession,
  lookUpInvite,
  lookUpLink,
  mailProof,
  resetPassword,
  signInWithPasskey,
} from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "../../src/modules/sign-in/create-user.ts";
import { Browser, password, resetLink, signedInBrowser, told } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { startMailServer } from "../mail-server.ts";
import { connectApp } from "../oauth/connected.ts";
import { withRows } from "../own-connection.ts";
import { openWorld, type Person, type World } from "../world.ts";
import { Authenticator } from "./authenticator.ts";

const origin = "https://plans.example";

describe.each(databases)("an account's address, on $database", ({ create }) => {
  let world: World;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    mail = await startMailServer();
    world = await openWorld(create, {
      env: {
        GROUNDPLAN_PUBLIC_URL: origin,
        GROUNDPLAN_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        GROUNDPLAN_SMTP_FROM: "plans@example.com",
      },
    });
  });
  afterAll(async () => {
    await world.close();
    await mail.close();
  });

  let count = 0;
  const newAddress = () => `person-${count++}@example.com`;
  const newBrowser = () => new Browser(world, `198.51.100.${count++}`);
  const tokenIn = (text: string) => /token=(\w+)/.exec(text)?.[1] ?? "";

  async function mailedToken(email: string, but: string[] = []): Promise<string> {
    const found = () =>
      mail.mails
        .filter(({ to }) => to[0] === email)
        .map(({ text }) => tokenIn(text))
        .find((token) => !but.includes(token)) ?? "";
    await expect.poll(found).not.toBe("");
    return found();
  }

  /** Invites an address and returns the link that the owner sees; the mail has another. */
  async function invite(email: string, by: Person = world.alice): Promise<string> {
    const { status, body } = await by.post("/v1/invites", { email, role: "MEMBER" });
    expect(status).toBe(201);
    return tokenIn(body.acceptUrl);
  }
  const accept = (browser: Browser, token: string, body: object = {}) =>
    browser.send(acceptInviteLink, { body: { token, ...body } });
  const newcomer = { name: "Guest", password };

  /** Creates an account by the link that the owner sees. */
  async function unproven(email = newAddress()) {
    const browser = newBrowser();
    const { status, body } = await accept(browser, await invite(email), newcomer);
    expect(status).toBe(200);
    return { email, browser, session: body.session, person: await browser.token(body.session) };
  }
  const isProven = async (email: string, by: Person = world.alice) => {
    const { members } = (await by.get("/v1/members?limit=200")).body;
    return members.find((one: { email: string }) => one.email === email)?.isProven;
  };
  const statusOf = async (email: string, by: Person) => {
    const { invites } = (await by.get("/v1/invites?limit=200")).body;
    return invites.find((one: { email: string }) => one.email === email)?.status;
  };

  it("is verified only by the mailed link, not by the one that the inviting owner sees", async () => {
    const mailed = newAddress();
    const seenLink = await invite(mailed);
    const token = await mailedToken(mailed);
    expect(token).not.toBe(seenLink);
    const browser = newBrowser();
    expect((await accept(browser, token, newcomer)).status).toBe(200);
    expect(await isProven(mailed)).toBe(true);
    // Both links belong to one invite, which is accepted once.
    expectError(await accept(newBrowser(), seenLink, newcomer), "invite_not_pending");

    const { email } = await unproven();
    expect(await isProven(email)).toBe(false);
    expect(await isProven(email, world.vera)).toBe(false);
  });

  it("is verified for users created by the operator and for accounts that existed before", async () => {
    expect(await isProven(world.bob.email)).toBe(true);
    const { email } = await unproven();
    const user = { email, name: "Guest", workspace: "acme", role: "MEMBER" as const };
    await world.command(createUser, { ...user, createWorkspace: false, platformAdmin: false });
    expect(await isProven(email)).toBe(true);
    const id = `old-${count++}`;
    await withRows(world, async (db) => {
      const row = { id, email: `${id}@example.com`, name: "Old", is_platform_admin: 0, created_at: "" };
      await db
        .insertInto("users")
        .values(row as typeof row & { is_proven: number })
        .execute();
      const kept = db.selectFrom("users").select("is_proven").where("id", "=", id);
      expect(await kept.executeTakeFirst()).toEqual({ is_proven: 1 });
      await db.deleteFrom("users").where("id", "=", id).execute();
    });
  });

  it("that is not verified joins no further workspace, by any door", async () => {
    const { email, browser, person } = await unproven();
    const token = await invite(email, world.mallory);
    const look = await browser.call(lookUpInvite, { body: { token } });
    expect(look).toMatchObject({ hasAccount: true, sendsMail: true, takesOver: null });
    const refused = [
      await accept(browser, token),
      await accept(browser, token, newcomer),
      await person.post("/v1/invites/accept", { token }),
    ];
    for (const answer of refused) {
      expectError(answer, "address_not_proven");
      expect(answer.status).toBe(403);
      expect(answer.body.error.message).toContain(`groundplan admin user reset --email ${email}`);
    }
    expect(await statusOf(email, world.mallory)).toBe("PENDING");
    expect((await browser.call(getSession, {})).session?.workspaces).toHaveLength(1);
    expect((await person.post("/v1/projects", { name: `Of ${email.split("@")[0]}` })).status).toBe(201);
  });

  it("that is not verified can rejoin the workspace that created the account", async () => {
    const { email, browser, session } = await unproven();
    await world.alice.delete(`/v1/members/${session.user.id}`);
    const token = await invite(email);
    expect((await accept(browser, token)).status).toBe(200);
    expect(await isProven(email)).toBe(false);
  });

  it("is verified by accepting a further invite with the link of its mail", async () => {
    for (const door of ["console", "API"]) {
      const { email, browser, person } = await unproven();
      const first = await mailedToken(email);
      await invite(email, world.mallory);
      const token = await mailedToken(email, [first]);
      const { status } =
        door === "API" ? await person.post("/v1/invites/accept", { token }) : await accept(browser, token);
      expect(status).toBe(200);
      expect(await isProven(email)).toBe(true);
    }
  });

  /** Adds every sign-in method with which an attacker could keep access to an account created in advance. */
  async function withWaysIn(browser: Browser, person: Person, name: string) {
    const authenticator = new Authenticator(origin);
    const { options } = await browser.call(beginPasskey, {});
    const { passkey } = await browser.call(addPasskey, {
      body: { name, response: authenticator.create(options) },
    });
    const { body } = await person.post("/v1/api-keys", { name, scope: "write" });
    const signIn = async () => {
      const other = newBrowser();
      const { options: asked } = await other.call(beginPasskeySignIn, {});
      return (await other.send(signInWithPasskey, { body: { response: authenticator.use(asked) } })).status;
    };
    const useKey = async () => (await world.send("GET", "/v1/me", undefined, bearer(body.secret))).status;
    return { passkey, key: body.key, signIn, useKey };
  }
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

  it("that somebody else created an account for is taken over by the mail's reader, and all old credentials end", async () => {
    const { email, browser: thief, person: theirs } = await unproven();
    const first = await mailedToken(email);
    const left = await withWaysIn(thief, theirs, "Left behind");
    await invite(email, world.mallory);
    const token = await mailedToken(email, [first]);

    const browser = newBrowser();
    const look = await browser.call(lookUpInvite, { body: { token } });
    expect(look.takesOver?.mayKeep).toEqual([
      expect.objectContaining({ kind: "api_key", id: left.key.id, name: "Left behind", workspace: "acme" }),
      expect.objectContaining({ kind: "passkey", id: left.passkey.id, workspace: null }),
    ]);
    const mine = "a new password of mine";
    const { status, body } = await accept(browser, token, { password: mine });
    expect(status).toBe(200);
    expect(body.session.workspaces.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual([
      "acme",
      "other",
    ]);
    expect(body.session.workspaceId).toBe((await world.mallory.get("/v1/me")).body.workspace.id);
    expect(await isProven(email)).toBe(true);

    expect((await thief.call(getSession, {})).session).toBeNull();
    expect(await left.signIn()).toBe(401);
    expect(await left.useKey()).toBe(401);
    expect((await theirs.get("/v1/me")).status).toBe(401);
    expectError(await newBrowser().signIn(email), "unauthorized");
    expect((await newBrowser().signIn(email, mine)).status).toBe(200);
  });

  it("that the operator makes a member is verified, and its old credentials end with the old password", async () => {
    const { email, browser: thief, person: theirs } = await unproven();
    const left = await withWaysIn(thief, theirs, "Left behind");
    const user = { email, name: "Chief", workspace: "other", role: "OWNER" as const };
    const input = { ...user, createWorkspace: false, platformAdmin: false };
    expect(await world.command(createUser, input)).toMatchObject({ endedWaysIn: true });
    expect([await left.signIn(), await left.useKey()]).toEqual([401, 401]);
    expect((await thief.call(getSession, {})).session).toBeNull();
    expect((await theirs.get("/v1/me")).status).toBe(401);
    expectError(await newBrowser().signIn(email), "unauthorized");

    const token = await resetLink(world, { email });
    const mine = newBrowser();
    const { session } = await mine.call(resetPassword, { body: { token, password } });
    expect(session.workspaces.map(({ slug, role }) => `${slug} ${role}`)).toEqual([
      "acme MEMBER",
      "other OWNER",
    ]);
    expect(await isProven(email)).toBe(true);
    // A second time it is the person's own account, and stays as it is.
    expect(await world.command(createUser, input)).not.toHaveProperty("endedWaysIn");
    expect((await mine.call(getSession, {})).session?.user.email).toBe(email);
  });

  it("that is verified is taken over by no invite link", async () => {
    const known = await world.person(`known-${count++}`, "MEMBER", "other");
    await invite(known.email);
    const token = await mailedToken(known.email);
    expect((await newBrowser().call(lookUpInvite, { body: { token } })).takesOver).toBeNull();
    expectError(await accept(newBrowser(), token, { name: "Thief", password }), "unauthorized");
    const { body } = await known.get("/v1/me");
    expect(body.user.id).toBe(known.userId);
  });

  it("is verified by a link that its person gets by mail, three times an hour", async () => {
    const { email, browser, session } = await unproven();
    const known = [await mailedToken(email)];
    const token = await invite(email, world.mallory);
    known.push(await mailedToken(email, known));
    expect(await browser.call(mailProof, {})).toEqual({ sent: true });
    const link = await mailedToken(email, known);
    const { mayKeep } = await newBrowser().call(lookUpLink, { body: { token: link } });
    expect(mayKeep).toEqual([]);
    expect((await newBrowser().send(resetPassword, { body: { token: link, password } })).status).toBe(200);
    expect((await browser.call(getSession, {})).session).toBeNull();
    expect(await isProven(email)).toBe(true);
    const { browser: again } = await signedInBrowser(world, { email });
    expect(await again.call(mailProof, {})).toEqual({ sent: false });
    expect((await accept(again, token)).status).toBe(200);
    await withRows(world, (db) =>
      db.updateTable("users").set({ is_proven: 0 }).where("id", "=", session.user.id).execute(),
    );
    for (let n = 0; n < 2; n++) await again.call(mailProof, {});
    expectError(await again.send(mailProof, {}), "rate_limited");
    expectError(await newBrowser().send(mailProof, {}), "unauthorized");
  });

  it("shows the person who asked for the mail why it was not sent, until it is", async () => {
    const { email, browser } = await unproven();
    const known = [await mailedToken(email)];
    const state = () => browser.call(getProofMail, {});
    mail.refusals.push({ code: 550, words: `No such user ${email}` });
    await browser.call(mailProof, {});
    await expect.poll(async () => (await state()).state).toBe("failed");
    expect((await state()).error).toMatch(
      /^The mail server 127\.0\.0\.1:\d+ did not take the mail .* 550\)\. /,
    );
    expect(JSON.stringify(await state())).not.toContain("No such user");

    mail.refusals.push({ code: 451, words: "Try later" });
    await browser.call(mailProof, {});
    await expect.poll(state).toEqual({ state: "open", error: expect.stringContaining(" 451)") });
    await mailedToken(email, known);
    await expect.poll(state).toEqual({ state: "sent", error: null });
    expect(await (await unproven()).browser.call(getProofMail, {})).toEqual({ state: "sent", error: null });
    expectError(await newBrowser().send(getProofMail, {}), "unauthorized");
  });

  it("is verified by the operator's link, which ends everything but the person's choices", async () => {
    const { email, browser, person, session } = await unproven();
    const kept = await withWaysIn(browser, person, "Kept");
    const ended = await withWaysIn(browser, person, "Ended");
    const { app } = await connectApp(world, { ...person, email, userId: session.user.id } as Person);
    expect((await app.get("/v1/me")).status).toBe(200);
    const { browser: known } = await signedInBrowser(world, { email });

    const token = await resetLink(world, { email });
    const { mayKeep } = await newBrowser().call(lookUpLink, { body: { token } });
    expect(mayKeep.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(["api_key Kept", "api_key Ended", "passkey Kept", "passkey Ended"]),
    );
    const keep = [kept.key.id, kept.passkey.id, "another's"];
    const body = { token, password: "another password", keep };
    expect((await newBrowser().send(resetPassword, { body })).status).toBe(200);
    expect(await isProven(email)).toBe(true);
    expect([await kept.signIn(), await kept.useKey()]).toEqual([200, 200]);
    expect([await ended.signIn(), await ended.useKey()]).toEqual([401, 401]);
    expect((await app.get("/v1/me")).status).toBe(401);
    for (const one of [browser, known]) expect((await one.call(getSession, {})).session).toBeNull();
    const browsers = await world.context.db
      .selectFrom("known_browsers")
      .select("user_id")
      .where("user_id", "=", session.user.id)
      .execute();
    expect(browsers.length).toBeLessThanOrEqual(2);

    await told(world);
    const events = await world.context.db
      .selectFrom("events")
      .select(["type", "subject_id"])
      .where("subject_id", "in", [ended.key.id, ended.passkey.id, kept.key.id, kept.passkey.id])
      .where("type", "in", ["api_key.revoked", "passkey.removed"])
      .execute();
    expect(events.map(({ subject_id }) => subject_id).toSorted()).toEqual(
      [ended.key.id, ended.passkey.id].toSorted(),
    );
  });

  it("a reset and a simultaneous acceptance leave nothing of the old account behind", async () => {
    const { email, browser: thief, person } = await unproven();
    const first = await mailedToken(email);
    const left = await withWaysIn(thief, person, "Left behind");
    await invite(email, world.mallory);
    const mailed = await mailedToken(email, [first]);
    const token = await resetLink(world, { email });
    const mine = "a new password of mine";
    await Promise.all([
      newBrowser().send(resetPassword, { body: { token, password: mine } }),
      accept(newBrowser(), mailed, { password: mine }),
      accept(thief, mailed),
    ]);
    expect(await isProven(email)).toBe(true);
    expect([await left.signIn(), await left.useKey()]).toEqual([401, 401]);
    expect((await thief.call(getSession, {})).session).toBeNull();
  });
});

describe.each(databases)("without mail, on $database", ({ create }) => {
  it("an account that is not verified must ask the operator", async () => {
    const world = await openWorld(create);
    const email = "guest@example.com";
    const invite = async (by: Person) =>
      String(
        new URL((await by.post("/v1/invites", { email, role: "VIEWER" })).body.acceptUrl).searchParams.get(
          "token",
        ),
      );
    const browser = new Browser(world);
    const name = "Guest";
    await browser.call(acceptInviteLink, { body: { token: await invite(world.alice), name, password } });
    const look = await browser.call(lookUpInvite, { body: { token: await invite(world.mallory) } });
    expect(look).toMatchObject({ sendsMail: false, takesOver: null });
    const answer = await browser.send(mailProof, {});
    expectError(answer, "address_not_proven");
    expect(answer.body.error.message).toContain("groundplan admin user reset --email guest@example.com");
    await world.close();
  });
});
