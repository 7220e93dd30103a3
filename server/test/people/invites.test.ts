import { acceptInviteLink, getSession, lookUpInvite, type Role } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashSecret, newSecret } from "../../src/modules/identity/key-format.ts";
import { acceptAsNewcomer } from "../../src/modules/invites/accept-in-console.ts";
import { newSession } from "../../src/modules/sign-in/sessions/session.ts";
import { Browser, password, signedInBrowser, told } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { secondProcess } from "../second-process.ts";
import { type Answer, type Person, setUpWorld, type World } from "../world.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  let other: World;
  beforeAll(async () => {
    other = await secondProcess(world);
  });
  afterAll(() => other.close());

  let count = 0;
  const newAddress = () => `guest-${count++}@example.com`;
  const newBrowser = (at = world) => new Browser(at, `198.51.100.${count++}`);
  const invite = async (email: string, by = world.alice, role: Role = "MEMBER") => {
    const { invite: made, acceptUrl } = (await by.post("/v1/invites", { email, role })).body;
    return { id: String(made.id), token: String(new URL(acceptUrl).searchParams.get("token")) };
  };
  const statusOf = async ({ id }: { id: string }) => {
    const { invites } = (await world.alice.get("/v1/invites?limit=200")).body;
    return invites.find((one: { id: string }) => one.id === id)?.status;
  };
  const accept = (browser: Browser, token: string, body = {}) =>
    browser.send(acceptInviteLink, { body: { token, ...body } });
  const newcomer = { name: "Guest", password };
  const change = (id: string, values: { expires_at: string }) =>
    withRows(world, (db) => db.updateTable("invites").set(values).where("id", "=", id).execute());

  it("shows the link's holder its purpose, and changes nothing", async () => {
    const email = newAddress();
    const made = await invite(email, world.alice, "VIEWER");
    const browser = newBrowser();
    const look = await browser.call(lookUpInvite, { body: { token: made.token } });
    expect(look).toEqual({
      invite: {
        email,
        role: "VIEWER",
        workspace: { name: "acme" },
        status: "PENDING",
        expiresAt: expect.any(String),
        invitedBy: "alice",
      },
      hasAccount: false,
      sendsMail: false,
      takesOver: null,
      signedInAs: null,
    });
    expect(browser.cookie).toBeNull();
    expect(await statusOf(made)).toBe("PENDING");
    const { browser: bobs } = await signedInBrowser(world, world.bob);
    const again = await bobs.call(lookUpInvite, { body: { token: made.token } });
    expect(again).toEqual({ ...look, signedInAs: world.bob.email });
    const known = await invite(world.mallory.email);
    expect((await browser.call(lookUpInvite, { body: { token: known.token } })).hasAccount).toBe(true);
  });

  it("creates an account of the invited address, signs it in, and works once", async () => {
    const email = newAddress();
    const made = await invite(email);
    const browser = newBrowser();
    const answer = await accept(browser, made.token, newcomer);
    expect(answer.status).toBe(200);
    const { id } = (await world.alice.get("/v1/workspace")).body.workspace;
    expect(answer.body.session).toMatchObject({
      user: { email, name: "Guest", hasPassword: true },
      workspaces: [{ id, slug: "acme", role: "MEMBER" }],
      workspaceId: id,
    });
    expect((await browser.call(getSession, {})).session?.user.email).toBe(email);
    const guest = await browser.token(answer.body.session);
    expect((await guest.get("/v1/me")).body).toMatchObject({ user: { email }, role: "MEMBER" });
    expect((await newBrowser().signIn(email)).status).toBe(200);
    expect(await statusOf(made)).toBe("ACCEPTED");
    await told(world);
    const types = await world.context.db
      .selectFrom("events")
      .select(["type", "data"])
      .where("actor_user_id", "=", guest.userId)
      .orderBy("seq")
      .execute();
    expect(types.slice(0, 4)).toEqual([
      { type: "invite.accepted", data: JSON.stringify({ userId: guest.userId }) },
      { type: "member.added", data: '{"role":"MEMBER"}' },
      { type: "password.changed", data: "{}" },
      { type: "session.started", data: '{"by":"invite"}' },
    ]);
    expectError(await accept(newBrowser(), made.token, newcomer), "invite_not_pending");
    expectError(await accept(browser, made.token), "invite_not_pending");
  });

  it("asks for the name and the password of a new account, and keeps the invite until they are right", async () => {
    const made = await invite(newAddress());
    const browser = newBrowser();
    expectInvalid(await accept(browser, made.token), ["/name"]);
    expectInvalid(await accept(browser, made.token, { name: "Guest" }), ["/password"]);
    expectInvalid(await accept(browser, made.token, { name: "Guest", password: "short" }), ["/password"]);
    expectInvalid(await accept(browser, made.token, { ...newcomer, email: "me@evil.example" }), ["/email"]);
    expect(await statusOf(made)).toBe("PENDING");
    expect((await accept(browser, made.token, newcomer)).status).toBe(200);
  });

  it("an existing account must sign in first: the link alone opens none", async () => {
    const guest = await world.person(`known-${count++}`, "MEMBER", "other");
    const made = await invite(guest.email);
    const browser = newBrowser();
    for (const body of [{}, newcomer]) {
      const refused = await accept(browser, made.token, body);
      expectError(refused, "unauthorized");
      expect(refused.body.error.message).toContain("Sign in");
      expect(browser.cookie).toBeNull();
    }
    const { browser: signedIn } = await signedInBrowser(world, guest);
    const { session } = (await accept(signedIn, made.token)).body;
    const acme = (await world.alice.get("/v1/workspace")).body.workspace.id;
    expect(session.workspaces.map(({ slug }: { slug: string }) => slug)).toEqual(["other", "acme"]);
    expect(session.workspaceId).toBe(acme);
    expect((await signedIn.call(getSession, {})).session).toMatchObject({ workspaceId: acme });
    expect((await (await signedIn.token(session)).get("/v1/me")).body.workspace.slug).toBe("acme");
  });

  it("a person who is signed in with another address gets 403, and the invite stays", async () => {
    const made = await invite(newAddress());
    const { browser } = await signedInBrowser(world, world.carol);
    expectError(await accept(browser, made.token, newcomer), "forbidden");
    expect(await statusOf(made)).toBe("PENDING");
    expect((await accept(newBrowser(), made.token, newcomer)).status).toBe(200);
  });

  it("a link that is expired, revoked, replaced or made up creates no account", async () => {
    const email = newAddress();
    const old = await invite(email);
    await change(old.id, { expires_at: "2020-01-01T00:00:00.000Z" });
    expectError(await accept(newBrowser(), old.token, newcomer), "invite_expired");
    const made = await invite(email);
    expectError(await accept(newBrowser(), old.token, newcomer), "not_found");
    await world.alice.delete(`/v1/invites/${made.id}`);
    expectError(await accept(newBrowser(), made.token, newcomer), "invite_not_pending");
    const look = await newBrowser().call(lookUpInvite, { body: { token: made.token } });
    expect(look.invite.status).toBe("REVOKED");
    for (const token of ["", "x", newSecret("plan_invite_"), newSecret("plan_link_")]) {
      expectError(await accept(newBrowser(), token, newcomer), "not_found");
      expectError(await newBrowser().send(lookUpInvite, { body: { token } }), "not_found");
    }
    const users = world.context.db.selectFrom("users").select("id").where("email", "=", email);
    expect(await users.execute()).toEqual([]);
  });

  it("links of two workspaces to one new address, opened at once in two processes, create one account", async () => {
    for (let round = 0; round < 6; round++) {
      const email = newAddress();
      const links = [await invite(email), await invite(email, world.mallory)];
      // Skips password hashing, which the processes of a test share.
      const said = await Promise.allSettled(
        links.map(({ token }, n) => {
          const { session } = newSession({
            session: null,
            knownBrowser: undefined,
            sender: { address: "", userAgent: "" },
          });
          const input = { secretHash: hashSecret(token), name: "Guest", hash: "", session };
          return (n === 0 ? world : other).command(acceptAsNewcomer, input);
        }),
      );
      const reasons = said.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
      expect(reasons).toEqual(["unauthorized"]);
      const users = world.context.db.selectFrom("users").select("id").where("email", "=", email);
      expect(await users.execute()).toHaveLength(1);
    }
  });

  it("a link that is sent twice at once creates one account and one session", async () => {
    const made = await invite(newAddress());
    const answers = await Promise.all(
      [world, other, world].map((at) => accept(newBrowser(at), made.token, newcomer)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 401, 409]).toContain(status);
  });

  it("guessing links is limited per address, and costs nothing to holders of valid ones", async () => {
    const browser = newBrowser();
    const made = await invite(newAddress());
    for (let n = 0; n < 15; n++) await browser.call(lookUpInvite, { body: { token: made.token } });
    const guess = () => browser.send(lookUpInvite, { body: { token: newSecret("plan_invite_") } });
    for (let n = 0; n < 10; n++) expectError(await guess(), "not_found");
    expectError(await guess(), "rate_limited");
    expect((await newBrowser().send(lookUpInvite, { body: { token: made.token } })).status).toBe(200);
  });

  it("an old sign-in may not change roles, remove members or invite owners; keys are exempt", async () => {
    const owner = await world.person(`owner-${count++}`, "OWNER", "acme");
    const member = await world.person(`member-${count++}`, "MEMBER", "acme");
    const { browser, session } = await signedInBrowser(world, owner);
    const console_ = await browser.token(session);
    const minutesAgo = (minutes: number) =>
      withRows(world, (db) =>
        db
          .updateTable("sessions")
          .set({ signed_in_at: new Date(Date.now() - minutes * 60_000).toISOString() })
          .where("id", "=", session.id)
          .execute(),
      );
    const email = newAddress();
    const made = await invite(email, owner, "OWNER");
    const acts: ((who: Person) => Promise<Answer>)[] = [
      (who) => who.patch(`/v1/members/${member.userId}`, { role: "VIEWER" }),
      (who) => who.post("/v1/invites", { email, role: "OWNER" }),
      (who) => who.post(`/v1/invites/${made.id}/resend`),
      (who) => who.delete(`/v1/members/${member.userId}`),
    ];
    await minutesAgo(16);
    for (const act of acts) expectError(await act(console_), "recent_sign_in_required");
    expect((await console_.post("/v1/invites", { email: newAddress(), role: "MEMBER" })).status).toBe(201);
    await minutesAgo(14);
    for (const act of acts.slice(0, 3)) expect((await act(console_)).status).toBeLessThan(300);
    await minutesAgo(16);
    for (const act of acts) expect((await act(owner)).status).toBeLessThan(300);
  });

  it("a removed member's console tokens are 401 at once in every process, and the session shows no workspace", async () => {
    const member = await world.person(`member-${count++}`, "MEMBER", "acme");
    const { browser, session } = await signedInBrowser(world, member);
    const token = await browser.token(session);
    const headers = { authorization: `Bearer ${token.key}` };
    expect((await other.send("GET", "/v1/me", undefined, headers)).status).toBe(200);
    await world.alice.delete(`/v1/members/${member.userId}`);
    for (const at of [world, other])
      expectError(await at.send("GET", "/v1/me", undefined, headers), "unauthorized");
    expect((await browser.call(getSession, {})).session).toMatchObject({ workspaces: [], workspaceId: null });
    await world.person(member.email.replace("@acme.example", ""), "MEMBER", "acme");
    expectError(await world.send("GET", "/v1/me", undefined, headers), "unauthorized");
  });
});
