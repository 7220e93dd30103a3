import {
  createConsoleToken,
  endOtherSessions,
  endSession,
  getSession,
  listSessions,
  lookUpLink,
  resetPassword,
  setPassword,
  signOut,
  switchWorkspace,
  updateProfile,
} from "@groundplan/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import { hashSecret } from "../../src/modules/identity/key-format.ts";
import { createUser } from "../../src/modules/sign-in/create-user.ts";
import { Browser, password, resetLink, signedInBrowser, told } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { setUpWorld } from "../world.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  afterEach(() => vi.useRealTimers());

  let addresses = 0;
  /** Moves a sign-in's time in the database: the writer's thread has its own clock. */
  const signedInMinutesAgo = ({ id }: { id: string }, minutes: number) => {
    const signed_in_at = new Date(Date.now() - minutes * 60_000).toISOString();
    return withRows(world, (db) =>
      db.updateTable("sessions").set({ signed_in_at }).where("id", "=", id).execute(),
    );
  };
  const newBrowser = () => new Browser(world, `198.51.100.${addresses++}`);

  it("a reset link sets a password, signs in, works once, and ends the person's other sessions", async () => {
    const { browser: before } = await signedInBrowser(world, world.bob);
    const token = await resetLink(world, world.bob);
    const browser = newBrowser();
    expect(await browser.call(lookUpLink, { body: { token } })).toMatchObject({ email: world.bob.email });
    const keep = (await browser.call(lookUpLink, { body: { token } })).mayKeep.map(({ id }) => id);
    const { session } = await browser.call(resetPassword, { body: { token, password, keep } });
    expect(session).toMatchObject({
      user: { id: world.bob.userId, email: world.bob.email, hasPassword: true },
      workspaces: [{ slug: "acme", role: "MEMBER" }],
    });
    expect((await browser.call(getSession, {})).session?.id).toBe(session.id);
    expect((await before.call(getSession, {})).session).toBeNull();
    expectError(await newBrowser().send(resetPassword, { body: { token, password } }), "link_expired");
  });

  it("a person signs in with the password in any case of the address, and with no other password", async () => {
    await signedInBrowser(world, world.carol);
    const browser = newBrowser();
    const wrong = await browser.signIn(world.carol.email, "another password");
    const unknown = await browser.signIn("nobody@acme.example", password);
    expectError(wrong, "unauthorized");
    expect(unknown.body).toEqual(wrong.body);
    expect(browser.cookie).toBeNull();
    const right = await browser.signIn(` ${world.carol.email.toUpperCase()}`);
    expect(right.status).toBe(200);
    expect(right.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^groundplan=plan_session_\w+; Path=\/; HttpOnly; SameSite=Lax; Expires=/),
      expect.stringMatching(/^groundplan-known=plan_known_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=/),
    ]);
    expect(right.headers["cache-control"]).toBe("no-store");
  });

  it("a sign-in gets a new secret, and the browser's previous session ends", async () => {
    const { browser, session } = await signedInBrowser(world, world.alice);
    const fixed = browser.cookie;
    expect((await browser.signIn(world.alice.email)).body.session.id).not.toBe(session.id);
    expect(browser.cookie).not.toBe(fixed);
    const old = newBrowser();
    old.cookie = fixed;
    expect((await old.call(getSession, {})).session).toBeNull();
  });

  it("the API accepts the console's token and never its cookie, and the token ends with its session", async () => {
    const { browser, session } = await signedInBrowser(world, world.alice);
    const alice = await browser.token(session);
    expect((await alice.get("/v1/me")).body).toMatchObject({
      user: { id: world.alice.userId },
      role: "OWNER",
      scope: "write",
      credential: { kind: "oauth", id: session.id },
    });
    expectError(
      await world.send("GET", "/v1/me", undefined, { cookie: browser.cookie ?? "" }),
      "unauthorized",
    );
    await browser.call(signOut, { body: {} });
    expect(browser.cookie).toBeNull();
    expectError(await alice.get("/v1/me"), "unauthorized");
  });

  it("a token works in its own workspace only, and is issued only for the person's workspaces", async () => {
    const user = { email: world.bob.email, name: "Bob", role: "VIEWER", createWorkspace: true } as const;
    await world.command(createUser, { ...user, workspace: "second", platformAdmin: false });
    const { browser, session } = await signedInBrowser(world, world.bob);
    const second = session.workspaces.find(({ slug }) => slug === "second")?.id ?? "";
    expect(session.workspaces).toHaveLength(2);
    expect((await (await browser.token(session)).get("/v1/me")).body.workspace.slug).toBe("acme");
    const there = await browser.token(session, second);
    expect((await there.get("/v1/me")).body).toMatchObject({ workspace: { slug: "second" }, role: "VIEWER" });
    const other = (await world.mallory.get("/v1/me")).body.workspace.id;
    for (const workspaceId of [other, "nothing"]) {
      expectError(await browser.send(createConsoleToken, { body: { workspaceId } }), "not_found");
      expectError(await browser.send(switchWorkspace, { body: { workspaceId } }), "not_found");
    }
    await browser.call(switchWorkspace, { body: { workspaceId: second } });
    expect((await browser.call(getSession, {})).session?.workspaceId).toBe(second);
    const again = await browser.signIn(world.bob.email);
    expect(again.body.session.workspaceId).toBe(second);
  });

  it("sessions are listed and ended one by one or all but the current one", async () => {
    const { browser } = await signedInBrowser(world, world.vera);
    const second = newBrowser();
    const third = newBrowser();
    await second.signIn(world.vera.email);
    await third.signIn(world.vera.email);
    const { sessions } = await browser.call(listSessions, {});
    expect(sessions.map(({ current }) => current)).toEqual([false, false, true]);
    expect(sessions[0]).toMatchObject({ userAgent: "Test browser" });
    await browser.call(endSession, { params: { sessionId: sessions[0]?.id ?? "" } });
    expect((await third.call(getSession, {})).session).toBeNull();
    const { browser: strange } = await signedInBrowser(world, world.mallory);
    const own = sessions[1]?.id ?? "";
    expectError(await strange.send(endSession, { params: { sessionId: own } }), "not_found");
    expect(await browser.call(endOtherSessions, {})).toEqual({ ended: 1 });
    expect((await second.call(getSession, {})).session).toBeNull();
    expect((await browser.call(getSession, {})).session).not.toBeNull();
  });

  it("a password is changed only within 15 minutes of a sign-in, and other sessions end", async () => {
    const { browser, session } = await signedInBrowser(world, world.alice);
    const other = newBrowser();
    await other.signIn(world.alice.email);
    const change = { body: { password: "a new and longer one" } };
    await signedInMinutesAgo(session, 16);
    expectError(await browser.send(setPassword, change), "recent_sign_in_required");
    await browser.signIn(world.alice.email);
    await browser.call(setPassword, change);
    expect((await other.call(getSession, {})).session).toBeNull();
    expectError(await newBrowser().signIn(world.alice.email), "unauthorized");
    expect((await newBrowser().signIn(world.alice.email, change.body.password)).status).toBe(200);
  });

  it("a console token creates keys and deletes projects within 15 minutes of the sign-in, and a key always", async () => {
    const { browser, session } = await signedInBrowser(world, world.alice);
    expect((await (await browser.token(session)).post("/v1/api-keys", { name: "Now" })).status).toBe(201);
    await world.alice.post("/v1/projects", { name: "Old", slug: "old" });
    await signedInMinutesAgo(session, 16);
    const late = await browser.token(session);
    expectError(await late.post("/v1/api-keys", { name: "Late" }), "recent_sign_in_required");
    expectError(await late.delete("/v1/projects/old"), "recent_sign_in_required");
    expect((await late.get("/v1/me")).status).toBe(200);
    expect((await world.alice.post("/v1/api-keys", { name: "Key" })).status).toBe(201);
  });

  it("a session ends 30 days after its sign-in, and a week after its last use", async () => {
    const { browser, session } = await signedInBrowser(world, world.bob);
    const day = 24 * 3600_000;
    const began = Date.now();
    const at = async (days: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: began + days * day });
      return (await browser.call(getSession, {})).session;
    };
    expect(await at(6.9)).not.toBeNull();
    expect(await at(7.1)).toBeNull();
    for (const days of [6, 12, 18, 24, 29]) {
      await at(days);
      const used = new Date(began + days * day).toISOString();
      await withRows(world, (db) =>
        db.updateTable("sessions").set({ last_used_at: used }).where("id", "=", session.id).execute(),
      );
    }
    expect(await at(29.9)).not.toBeNull();
    expect(await at(30.1)).toBeNull();
    vi.useRealTimers();
    const again = await signedInBrowser(world, world.bob);
    const ended = new Date(Date.now() - 1000).toISOString();
    await withRows(world, (db) =>
      db.updateTable("sessions").set({ expires_at: ended }).where("id", "=", session.id).execute(),
    );
    const { sessions } = await again.browser.call(listSessions, {});
    expect(sessions.map(({ id }: { id: string }) => id)).not.toContain(session.id);
  });

  it("a person without a workspace stays signed in until they join one", async () => {
    const { browser, session } = await signedInBrowser(world, world.mallory);
    const rows = await withRows(world, (db) =>
      db.selectFrom("memberships").selectAll().where("user_id", "=", world.mallory.userId).execute(),
    );
    await withRows(world, async (db) => {
      await db.deleteFrom("memberships").where("user_id", "=", world.mallory.userId).execute();
      const used = new Date(Date.now() - 6 * 24 * 3600_000).toISOString();
      await db.updateTable("sessions").set({ last_used_at: used }).where("id", "=", session.id).execute();
    });
    expect((await browser.call(getSession, {})).session?.workspaceId).toBeNull();
    const { last_used_at: usedAt } = await withRows(world, (db) =>
      db.selectFrom("sessions").selectAll().where("id", "=", session.id).executeTakeFirstOrThrow(),
    );
    expect(Date.now() - Date.parse(usedAt)).toBeLessThan(60_000);
    await withRows(world, (db) => db.insertInto("memberships").values(rows).execute());
  });

  it("the API shows a changed name, which is stored as entered", async () => {
    const { browser } = await signedInBrowser(world, world.carol);
    const { session } = await browser.call(updateProfile, { body: { name: " Carol Ünal " } });
    expect(session.user.name).toBe("Carol Ünal");
    expect((await browser.call(getSession, {})).session?.user.name).toBe("Carol Ünal");
  });

  it("a hash with old parameters is replaced at the next sign-in", async () => {
    const { hash } = await import("@node-rs/argon2");
    await signedInBrowser(world, world.vera);
    const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const put = withRows(world, (db) =>
      db.updateTable("passwords").set({ hash: old }).where("user_id", "=", world.vera.userId).execute(),
    );
    await put;
    expect((await newBrowser().signIn(world.vera.email)).status).toBe(200);
    const { hash: now } = await world.context.db
      .selectFrom("passwords")
      .select("hash")
      .where("user_id", "=", world.vera.userId)
      .executeTakeFirstOrThrow();
    expect(now).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await newBrowser().signIn(world.vera.email)).status).toBe(200);
  });

  it("a sign-in whose password is changed after the check starts no session", async () => {
    const { startWithPassword } = await import("../../src/modules/sign-in/sign-in.ts");
    await signedInBrowser(world, world.bob);
    const session = {
      secretHash: hashSecret("x"),
      expiresAt: new Date(Date.now() + 1e6).toISOString(),
      sender: "",
      browserHash: "",
      userAgent: "",
      replaces: null,
    };
    const input = { userId: world.bob.userId, hash: "an older one", newHash: null, session };
    await expect(world.command(startWithPassword, input)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("acts on a person are events in each of their workspaces, without secrets", async () => {
    const { browser, session } = await signedInBrowser(world, world.bob);
    await browser.call(signOut, { body: {} });
    await told(world);
    const rows = await world.context.db
      .selectFrom("events")
      .innerJoin("workspaces", "workspaces.id", "workspace_id")
      .select(["slug", "type", "data"])
      .where("subject_id", "=", session.id)
      .orderBy("slug")
      .orderBy("seq")
      .execute();
    expect(rows).toEqual(
      ["acme", "second"].flatMap((slug) => [
        { slug, type: "session.started", data: '{"by":"password"}' },
        { slug, type: "session.ended", data: "{}" },
      ]),
    );
  });
});
