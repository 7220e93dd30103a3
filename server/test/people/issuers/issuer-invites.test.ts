import { setTimeout as sleep } from "node:timers/promises";
import { acceptInviteLink, beginIssuerSignIn, linkIssuer } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPostgres, lockWorkspace } from "../../../src/storage/dialect.ts";
import { Browser, password } from "../../browser.ts";
import { databases } from "../../databases.ts";
import { eventually } from "../../eventually.ts";
import { expectError } from "../../expect-error.ts";
import { withRows } from "../../own-connection.ts";
import type { Person } from "../../world.ts";
import { openWithIssuer } from "./issuer-scene.ts";

describe.each(databases)("invites and an issuer, on $database", ({ create }) => {
  let scene: Awaited<ReturnType<typeof openWithIssuer>>;
  beforeAll(async () => {
    scene = await openWithIssuer(create);
  });
  afterAll(() => scene.close());

  async function invite(by: Person, email: string) {
    const { body } = await by.post("/v1/invites", { email, role: "MEMBER" });
    return { inviteToken: String(new URL(body.acceptUrl).searchParams.get("token")), id: body.invite.id };
  }
  const statusOf = async (by: Person, id: string) => {
    const { invites } = (await by.get("/v1/invites?limit=200")).body;
    return invites.find((listed: { id: string }) => listed.id === id)?.status;
  };

  it("an invite creates a person of the invited address, whichever the issuer says, who can then sign in without it", async () => {
    const { world, signInAs } = scene;
    const { id, ...body } = await invite(world.alice, "eve@acme.example");
    const { page, session } = await signInAs("eve-at-acme", world.alice.email, body);
    expect(page).toBe("/");
    expect(session?.user).toMatchObject({ email: "eve@acme.example", name: "Somebody", hasPassword: false });
    expect(session?.workspaces).toEqual([expect.objectContaining({ slug: "acme", role: "MEMBER" })]);
    expect(await statusOf(world.alice, id)).toBe("ACCEPTED");
    expect((await signInAs("eve-at-acme")).userId).toBe(session?.user.id);
    expect((await signInAs("another-at-acme", "eve@acme.example", body)).page).toBe(
      "/sign-in?problem=invite",
    );
    // A job moves the person's own acts to the history.
    await eventually(async () => {
      const events = await world.context.db
        .selectFrom("events")
        .select("type")
        .where("actor_user_id", "=", session?.user.id ?? "")
        .orderBy("seq")
        .execute();
      expect(events.map(({ type }) => type).slice(0, 4)).toEqual([
        ...["invite.accepted", "member.added", "session.started", "issuer.linked"],
      ]);
    });
  });

  const isProven = async (email: string) => {
    const { members } = (await scene.world.alice.get("/v1/members?limit=200")).body;
    return members.find((one: { email: string }) => one.email === email)?.isProven;
  };

  it("an address is verified only by an issuer that has verified it", async () => {
    const { world, issuer, signInAs } = scene;
    const says: [string, unknown, boolean][] = [
      ["same@acme.example", true, true],
      [" SAME2@acme.example", true, true],
      ["other@acme.example", true, false],
      ["unsure@acme.example", false, false],
      ["word@acme.example", "true", false],
      ["silent@acme.example", undefined, false],
    ];
    for (const [said, isVerified, proves] of says) {
      const email = proves || isVerified !== true ? said.trim().toLowerCase() : "invited@acme.example";
      const { inviteToken } = await invite(world.alice, email);
      issuer.isVerified = isVerified;
      expect((await signInAs(`${email} at Acme`, said, { inviteToken })).page).toBe("/");
      expect(await isProven(email)).toBe(proves);
    }
    issuer.isVerified = true;
    const late = "unsure@acme.example";
    const { id, ...body } = await invite(world.mallory, late);
    expect((await signInAs(`${late} at Acme`, "", body)).page).toBe("/sign-in?problem=unproven");
    expect(await statusOf(world.mallory, id)).toBe("PENDING");
    expect((await signInAs(`${late} at Acme`, late, body)).page).toBe("/");
    expect(await isProven(late)).toBe(true);
  });

  it("linking an account at an issuer verifies the address that the issuer has verified", async () => {
    const { world, issuer } = scene;
    for (const said of ["linked@acme.example", "else@acme.example"]) {
      const email = "linked@acme.example";
      const { inviteToken } = await invite(world.alice, email);
      const browser = new Browser(world);
      const account = { name: "Linked", password };
      const { session } = await browser.call(acceptInviteLink, { body: { token: inviteToken, ...account } });
      const { url } = await browser.call(linkIssuer, {});
      expect(await browser.visit(await issuer.signIn(url, `${said} linked`, said))).toBe("/settings/profile");
      expect(await isProven(email)).toBe(said === email);
      await world.alice.delete(`/v1/members/${session.user.id}`);
      await withRows(world, (db) =>
        db
          .updateTable("users")
          .set({ email: `gone-${said}` })
          .where("id", "=", session.user.id)
          .execute(),
      );
    }
  });

  it("an invite to an existing account's address links nobody to it", async () => {
    const { world, signInAs } = scene;
    const { id, ...body } = await invite(world.mallory, world.bob.email);
    const { page, session } = await signInAs("thief-at-acme", world.bob.email, body);
    expect({ page, session }).toEqual({ page: "/sign-in?problem=invite", session: null });
    expect(await statusOf(world.mallory, id)).toBe("PENDING");
    expect((await signInAs("thief-at-acme")).page).toBe("/sign-in?problem=unknown");
  });

  it("a person with a linked account joins by an invite to their own address, and by no other", async () => {
    const { world, signInAs, withAccount } = scene;
    await withAccount(world.carol, "carol-at-acme");
    const { id, ...forwarded } = await invite(world.mallory, "frank@other.example");
    expect((await signInAs("carol-at-acme", "", forwarded)).page).toBe("/sign-in?problem=invite");
    expect(await statusOf(world.mallory, id)).toBe("PENDING");
    const { id: own, ...body } = await invite(world.mallory, world.carol.email);
    const { page, session } = await signInAs("carol-at-acme", "", body);
    expect(page).toBe("/");
    expect(session?.workspaces.map(({ slug }) => slug).toSorted()).toEqual(["acme", "other"]);
    expect(session?.workspaces.find(({ id: at }) => at === session.workspaceId)?.slug).toBe("other");
    expect(await statusOf(world.mallory, own)).toBe("ACCEPTED");
    expect((await signInAs("carol-at-acme", "", body)).userId).toBe(world.carol.userId);
  });

  it("accepting an invite locks the workspace before the person", async () => {
    const { world, issuer, begin, withAccount } = scene;
    const ida = await world.person("ida", "MEMBER", "other");
    await withAccount(ida, "ida-at-other");
    const { inviteToken } = await invite(world.alice, ida.email);
    const browser = new Browser(world);
    const back = await issuer.signIn(await begin(browser, { inviteToken }), "ida-at-other");
    const workspaceId = (await world.alice.get("/v1/me")).body.workspace.id;
    const joining = await withRows(world, (db) =>
      db.transaction().execute(async (tx) => {
        // Like a removal, which ends the person's tokens.
        await lockWorkspace(tx, workspaceId);
        const joins = browser.visit(back);
        await sleep(300);
        // A transaction waiting for the workspace must not lock the person, which would fail here.
        const person = tx.selectFrom("users").select("id").where("id", "=", ida.userId);
        await (isPostgres(tx) ? person.forNoKeyUpdate().noWait() : person).execute();
        return { joins };
      }),
    );
    expect(await joining.joins).toBe("/");
  });

  it("one account that is invited at two addresses at once becomes one person", async () => {
    const { world, issuer, begin } = scene;
    const invites = [
      await invite(world.alice, "gina@acme.example"),
      await invite(world.alice, "gina@b.example"),
    ];
    const ways = [];
    for (const { inviteToken } of invites) {
      const browser = new Browser(world);
      ways.push({
        browser,
        back: await issuer.signIn(await begin(browser, { inviteToken }), "gina-at-acme"),
      });
    }
    const pages = await Promise.all(ways.map(({ browser, back }) => browser.visit(back)));
    expect(pages.toSorted()).toEqual(["/", "/sign-in?problem=invite"]);
    const made = await world.context.db
      .selectFrom("users")
      .select("id")
      .where("email", "like", "gina@%")
      .execute();
    expect(made).toHaveLength(1);
  });

  it("a revoked link admits nobody, and a made-up one is refused at once", async () => {
    const { world, signInAs } = scene;
    const { id, ...body } = await invite(world.alice, "hugo@acme.example");
    await world.alice.delete(`/v1/invites/${id}`);
    expect((await signInAs("hugo-at-acme", "", body)).page).toBe("/sign-in?problem=invite");
    for (const inviteToken of ["", "plan_invite_x", "plan_link_x"])
      expectError(await new Browser(world).send(beginIssuerSignIn, { body: { inviteToken } }), "not_found");
  });
});
