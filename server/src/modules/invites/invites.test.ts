import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { withRows } from "../../../test/own-connection.ts";
import { at, secondProcess } from "../../../test/second-process.ts";
import { type Answer, type Person, setUpWorld, type World } from "../../../test/world.ts";
import { checksumOk, hashSecret } from "../identity/key-format.ts";
import { outcome } from "../plans/scene.test-support.ts";
import { createUser } from "../sign-in/create-user.ts";
import { accept, invitesOf, tokenOf } from "./scene.test-support.ts";

const publicUrl = "https://plans.example.com";

describe.each(databases)("$database", ({ create }) => {
  let other: World;
  const world = setUpWorld(create, { env: { GROUNDPLAN_PUBLIC_URL: publicUrl } });
  beforeAll(async () => {
    other = await secondProcess(world);
  });
  afterAll(() => other.close());
  const { stranger, owner: newOwner, invite, resend, statusOf, expire } = invitesOf(() => world);

  it("an owner invites an address, with a link that is shown once and works for 14 days", async () => {
    const answer = await invite("  Erin@Example.COM ", "VIEWER");
    expect(answer.status).toBe(201);
    const { invite: made, acceptUrl } = answer.body;
    expect(made).toMatchObject({ email: "erin@example.com", role: "VIEWER", status: "PENDING" });
    const days = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000;
    expect(Math.round(days * 1000) / 1000).toBe(14);
    expect(acceptUrl).toMatch(new RegExp(`^${publicUrl}/invite\\?token=plan_invite_[0-9A-Za-z]{42}$`));
    expect(checksumOk(tokenOf(answer))).toBe(true);
    const listed = (await world.alice.get("/v1/invites")).body.invites;
    expect(listed).toContainEqual(made);
    expect(JSON.stringify(listed)).not.toContain("plan_invite_");
  });

  it("only the hash of the link is in the database, and nothing of it in the log and in events", async () => {
    const answer = await invite("hashed@example.com");
    const again = await resend(answer);
    const rows = await world.context.db.selectFrom("invites").selectAll().execute();
    const events = await world.context.db.selectFrom("events").selectAll().execute();
    const jobs = await world.context.db.selectFrom("jobs").selectAll().execute();
    const kept = await world.context.db.selectFrom("idempotency_keys").selectAll().execute();
    for (const token of [answer, again].map(tokenOf)) {
      expect(JSON.stringify([rows, events, jobs, kept, world.logged])).not.toContain(token.slice(12, 30));
    }
    expect(rows.map((row) => row.secret_hash)).toContain(hashSecret(tokenOf(again)));
    expect(JSON.stringify(events)).not.toContain("hashed@");
  });

  it("lists the invites page by page, to owners alone", async () => {
    for (const n of [1, 2, 3]) await invite(`page-${n}@example.com`);
    const whole = (await world.alice.get("/v1/invites?limit=200")).body.invites;
    const paged: unknown[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await world.alice.get(`/v1/invites?limit=1${cursor}`);
      paged.push(...body.invites);
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(paged).toEqual(whole);
    const made = await invite("page-1@example.com");
    for (const who of [world.bob, world.vera]) {
      expectError(await who.get("/v1/invites"), "forbidden");
      expectError(await invite("x@example.com", "VIEWER", who), "forbidden");
      expectError(await resend(made, who), "forbidden");
      expectError(await who.delete(`/v1/invites/${made.body.invite.id}`), "forbidden");
    }
    expectError(await resend(made, world.mallory), "not_found");
    expectError(await world.mallory.delete(`/v1/invites/${made.body.invite.id}`), "not_found");
    expect((await world.mallory.get("/v1/invites")).body.invites).toEqual([]);
  });

  it("refuses an invalid address or role", async () => {
    for (const email of [
      "",
      "erin",
      "@example.com",
      "erin@",
      "a b@example.com",
      "a@b\n@c",
      `${"a".repeat(320)}@b`,
      null,
    ])
      expectInvalid(await world.alice.post("/v1/invites", { email, role: "MEMBER" }), ["/email"]);
    expectInvalid(await world.alice.post("/v1/invites", { email: "a@b.example", role: "ADMIN" }), ["/role"]);
    expectInvalid(await world.alice.post("/v1/invites", { email: "a@b.example" }), ["/role"]);
  });

  it("refuses a new address that resembles an existing one, and keeps existing accounts that do", async () => {
    const odd = [
      ...["\u0131rma@b.example", "mi\u017f\u017f@b.example", "\ufb01n@b.example", "\uff41@b.example"],
      ...["cafe\u0301@b.example", "a@b\u2024example", "x\u00b2@b.example", "A\u030a@b.example"],
      ...["\u200bx@b.example", "so\u00adft@b.example", "x\u2060@b.example", "x@b\ufe0f.example"],
    ];
    for (const email of odd) {
      expectInvalid(await world.alice.post("/v1/invites", { email, role: "MEMBER" }), ["/email"]);
      const user = { email, name: "Odd", workspace: "acme", role: "MEMBER" as const };
      const made = await world.command(createUser, { ...user, createWorkspace: false, platformAdmin: false });
      expect(made).toEqual({ refused: expect.stringContaining("plain letters") });
    }
    const old = await world.person("old", "MEMBER", "acme");
    await withRows(world, (db) =>
      db
        .updateTable("users")
        .set({ email: "mi\u017f\u017f@b.example" })
        .where("id", "=", old.userId)
        .execute(),
    );
    expect((await old.get("/v1/me")).body.user.email).toBe("mi\u017f\u017f@b.example");
    const again = {
      email: "mi\u017f\u017f@b.example",
      name: "Old",
      workspace: "acme",
      role: "VIEWER" as const,
    };
    const kept = await world.command(createUser, { ...again, createWorkspace: false, platformAdmin: false });
    expect(kept).toMatchObject({ user: { id: old.userId } });
    for (const email of [
      "jos\u00e9@b.example",
      "\u00fcber@m\u00fcnchen.example",
      "\u674e@\u4f8b.example",
      "K@b.example",
    ])
      expect((await world.alice.post("/v1/invites", { email, role: "MEMBER" })).status).toBe(201);
  });

  it("refuses the address of a member, and invites a removed person", async () => {
    const answer = await invite(world.bob.email.toUpperCase());
    expectError(answer, "already_member");
    expect(answer.body.error.details).toEqual([{ path: "/email", message: expect.any(String) }]);
    const left = await world.person("left", "MEMBER", "acme");
    await left.delete(`/v1/members/${left.userId}`);
    expect((await invite(left.email)).status).toBe(201);
  });

  it("a new link makes the old one unknown, and restarts the expiry", async () => {
    const guest = await stranger();
    const first = await invite(guest.email);
    await expire(first);
    expectError(await accept(guest, first), "invite_expired");
    expect(await statusOf(first)).toBe("PENDING");
    const second = await resend(first);
    expect(second.status).toBe(200);
    expect(second.body.invite).toMatchObject({ id: first.body.invite.id, status: "PENDING" });
    expect(Date.parse(second.body.invite.expiresAt)).toBeGreaterThan(Date.now() + 13 * 86_400_000);
    expectError(await accept(guest, first), "not_found");
    expect(outcome(await accept(guest, second))).toBe("200");
    expectError(await resend(first), "invite_not_pending");
  });

  it("a second invite to an address renews the first, with the new role", async () => {
    const guest = await stranger();
    const first = await invite(guest.email, "VIEWER");
    const second = await invite(guest.email.toUpperCase(), "MEMBER");
    expect(second.status).toBe(201);
    expect(second.body.invite).toMatchObject({
      id: first.body.invite.id,
      role: "MEMBER",
      email: guest.email,
    });
    expectError(await accept(guest, first), "not_found");
    expect((await accept(guest, second)).body.role).toBe("MEMBER");
  });

  it("simultaneous invites to one address, in two processes, are one invite with one link", async () => {
    const guest = await stranger();
    const owners = [world.alice, at(other, world.alice)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => invite(guest.email, "MEMBER", owners[n % 2])),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.invite.id)).size).toBe(1);
    const said = [];
    for (const answer of answers) said.push(outcome(await accept(guest, answer)));
    expect(said.filter((one) => one === "200")).toHaveLength(1);
    expect(new Set(said)).toEqual(
      new Set(["200", "404 not_found"]).union(
        new Set(said.filter((one) => one === "409 invite_not_pending")),
      ),
    );
  });

  it("a revoked invite can't be accepted, sent again or revoked into another state", async () => {
    const guest = await stranger();
    const answer = await invite(guest.email);
    const path = `/v1/invites/${answer.body.invite.id}`;
    const revoked = await world.alice.delete(path);
    expect(revoked.body).toEqual({ invite: { ...answer.body.invite, status: "REVOKED" } });
    expect((await world.alice.delete(path)).body).toEqual(revoked.body);
    expectError(await accept(guest, answer), "invite_not_pending");
    expectError(await resend(answer), "invite_not_pending");
    const fresh = await invite(guest.email);
    expect(fresh.body.invite.id).not.toBe(answer.body.invite.id);
    await accept(guest, fresh);
    expectError(await world.alice.delete(`/v1/invites/${fresh.body.invite.id}`), "invite_not_pending");
  });

  it("an answer with a link is not stored for a repetition, which creates no second one", async () => {
    const key = { "idempotency-key": "once" };
    const body = { email: "once@example.com", role: "VIEWER" };
    const first = await world.alice.post("/v1/invites", body, key);
    const again = await world.alice.post("/v1/invites", body, key);
    expectError(again, "idempotency_conflict");
    expect(again.body.error.details).toEqual({ id: first.body.invite.id });
    const path = `/v1/invites/${first.body.invite.id}/resend`;
    await world.alice.post(path, undefined, { "idempotency-key": "twice" });
    expectError(
      await world.alice.post(path, undefined, { "idempotency-key": "twice" }),
      "idempotency_conflict",
    );
  });

  it("ends the pending invites of an owner who leaves, is removed or is demoted", async () => {
    const { alice } = world;
    const ends: ((owner: Person) => Promise<Answer>)[] = [
      (owner) => owner.delete(`/v1/members/${owner.userId}`),
      (owner) => alice.delete(`/v1/members/${owner.userId}`),
      (owner) => alice.patch(`/v1/members/${owner.userId}`, { role: "MEMBER" }),
    ];
    for (const end of ends) {
      const owner = await newOwner();
      const guest = await stranger();
      const answer = await invite(guest.email, "OWNER", owner);
      const renewed = await invite(`kept-by-${owner.email}`, "VIEWER", owner);
      await resend(renewed);
      expect((await end(owner)).status).toBe(200);
      expectError(await accept(guest, answer), "invite_not_pending");
      expect([await statusOf(answer), await statusOf(renewed)]).toEqual(["REVOKED", "PENDING"]);
    }
  });

  it("an invite of an owner whom the operator demoted lets nobody in, until an owner sends it again", async () => {
    const owner = await newOwner();
    const guest = await stranger();
    const answer = await invite(guest.email, "OWNER", owner);
    const less = { email: owner.email, name: "", workspace: "acme", role: "VIEWER" } as const;
    await world.command(createUser, { ...less, createWorkspace: false, platformAdmin: false });
    expectError(await accept(guest, answer), "invite_not_pending");
    expect(outcome(await accept(guest, await resend(answer)))).toBe("200");
  });

  it("a workspace has 200 open invites at most, those revoked today included", async () => {
    const host = await stranger();
    const { workspace } = (await host.get("/v1/workspace")).body;
    const old = "2026-01-01T00:00:00.000Z";
    const row = (n: number, status: "PENDING" | "REVOKED" | "ACCEPTED", ended_at: string | null) => ({
      workspace_id: workspace.id,
      id: `invite-${n}`,
      email: `${n}@example.com`,
      role: "VIEWER" as const,
      status,
      secret_hash: `${workspace.id} ${n}`,
      sealed_secret: null,
      sent_by: host.userId,
      ended_at,
      mailed_at: null,
      created_at: old,
      expires_at: old,
    });
    const now = new Date().toISOString();
    await withRows(world, async (db) => {
      for (let n = 0; n < 150; n++)
        await db
          .insertInto("invites")
          .values(row(n, "PENDING", null))
          .execute();
      for (let n = 150; n < 199; n++)
        await db
          .insertInto("invites")
          .values(row(n, "REVOKED", now))
          .execute();
      for (let n = 199; n < 250; n++)
        await db
          .insertInto("invites")
          .values(row(n, "ACCEPTED", now))
          .execute();
      for (let n = 250; n < 300; n++)
        await db
          .insertInto("invites")
          .values(row(n, "REVOKED", "2026-01-01"))
          .execute();
    });
    const last = await invite("last@example.com", "VIEWER", host);
    expect(last.status).toBe(201);
    expectError(await invite("over@example.com", "VIEWER", host), "too_many_invites");
    await host.delete(`/v1/invites/${last.body.invite.id}`);
    expectError(await invite("over@example.com", "VIEWER", host), "too_many_invites");
    expect((await invite("7@example.com", "VIEWER", host)).status).toBe(201);
  });
});
