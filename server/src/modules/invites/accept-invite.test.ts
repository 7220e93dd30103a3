import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { killedAt } from "../../../test/killed-at.ts";
import { withRows } from "../../../test/own-connection.ts";
import { at, secondProcess } from "../../../test/second-process.ts";
import { setUpWorld, type World } from "../../../test/world.ts";
import { keepAction } from "../../dispatch/idempotency/commands.ts";
import { hashSecret, newSecret } from "../identity/key-format.ts";
import { outcome } from "../plans/scene.test-support.ts";
import { accept, invitesOf, tokenOf } from "./scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  let other: World;
  beforeAll(async () => {
    other = await secondProcess(world);
  });
  afterAll(() => other.close());
  const { stranger, invite, statusOf } = invitesOf(() => world);

  it("the invited person accepts with a credential of another workspace, whatever their role there", async () => {
    const guest = await world.person("guest", "VIEWER", "other");
    const answer = await invite(guest.email, "MEMBER");
    const accepted = await accept(guest, answer);
    expect(accepted.status).toBe(200);
    const { workspace } = (await world.alice.get("/v1/workspace")).body;
    const { id, slug, name } = workspace;
    expect(accepted.body).toEqual({ workspace: { id, slug, name }, role: "MEMBER" });
    const { members } = (await world.alice.get("/v1/members")).body;
    expect(members).toContainEqual(expect.objectContaining({ userId: guest.userId, role: "MEMBER" }));
    expect((await guest.get("/v1/me")).body).toMatchObject({ workspace: { slug: "other" }, role: "VIEWER" });
    expect(await statusOf(answer)).toBe("ACCEPTED");
    const events = await world.context.db
      .selectFrom("events")
      .select(["workspace_id", "type", "actor_user_id", "credential_id", "data"])
      .where("subject_id", "in", [answer.body.invite.id, guest.userId])
      .where("workspace_id", "=", workspace.id)
      .orderBy("seq")
      .execute();
    expect(events.map(({ type }) => type)).toEqual(["invite.created", "invite.accepted", "member.added"]);
    expect(events[1]).toMatchObject({ actor_user_id: guest.userId, credential_id: null });
    expect(JSON.parse(events[1]?.data ?? "")).toEqual({ userId: guest.userId });
    expectError(await accept(guest, answer), "invite_not_pending");
    const key = await world.key(guest.email, "acme", "write");
    const me = await world.send("GET", "/v1/me", undefined, { authorization: `Bearer ${key}` });
    expect(me.body).toMatchObject({ workspace: { slug: "acme" }, role: "MEMBER" });
  });

  it("a process that is killed as it answers has stored the answer: the repetition gets it", async () => {
    const guest = await stranger();
    const answer = await invite(guest.email);
    const join = () => accept(guest, answer, { "idempotency-key": "join once" });
    const joined = await killedAt(world, keepAction, join);
    expect(outcome(joined)).toBe("200");
    const again = await join();
    expect([outcome(again), again.headers["idempotent-replayed"]]).toEqual(["200", "true"]);
    expect(again.body).toEqual(joined.body);
  });

  it("a link that was forwarded to another person changes nothing, and still serves the invited one", async () => {
    const guest = await stranger();
    const thief = await stranger();
    const answer = await invite(guest.email);
    expectError(await accept(thief, answer), "forbidden");
    expectError(await accept(world.bob, answer), "forbidden");
    expect(await statusOf(answer)).toBe("PENDING");
    expect(outcome(await accept(guest, answer))).toBe("200");
    expectError(await accept(thief, answer), "forbidden");
  });

  it("opening the link, as a mail scanner does, changes nothing", async () => {
    const guest = await stranger();
    const answer = await invite(guest.email);
    const { pathname, search } = new URL(answer.body.acceptUrl);
    for (const method of ["GET", "HEAD"] as const) await world.app.inject({ method, url: pathname + search });
    expect(await statusOf(answer)).toBe("PENDING");
    expect(outcome(await accept(guest, answer))).toBe("200");
  });

  it("of a simultaneous acceptance and revocation, one wins", async () => {
    for (let round = 0; round < 6; round++) {
      const guest = await stranger();
      const answer = await invite(guest.email);
      const said = await Promise.all([
        accept(at(other, guest), answer),
        world.alice.delete(`/v1/invites/${answer.body.invite.id}`),
      ]);
      expect(["200,409 invite_not_pending", "409 invite_not_pending,200"]).toContain(
        said.map(outcome).join(),
      );
      const members = (await world.alice.get("/v1/members?limit=200")).body.members;
      const isMember = members.some(({ userId }: { userId: string }) => userId === guest.userId);
      expect(isMember).toBe(outcome(said[0]) === "200");
    }
  });

  it("a link that is accepted many times at once is accepted once", async () => {
    const guest = await stranger();
    const answer = await invite(guest.email);
    const callers = [guest, at(other, guest)];
    const said = await Promise.all(
      Array.from({ length: 8 }, (_, n) => accept(callers[n % 2] ?? guest, answer)),
    );
    expect(said.map(outcome).sort()).toEqual(["200", ...Array(7).fill("409 invite_not_pending")]);
  });

  it("two people who accept invites to each other's workspace at once both join", async () => {
    for (let round = 0; round < 4; round++) {
      const [one, two] = [await stranger(), await stranger()];
      const toOne = await invite(one.email, "MEMBER", two);
      const toTwo = await invite(two.email, "MEMBER", one);
      const said = await Promise.all([accept(one, toOne), accept(at(other, two), toTwo)]);
      expect(said.map(outcome)).toEqual(["200", "200"]);
    }
  });

  it("an invalid token, or one of another kind, is unknown", async () => {
    const answer = await invite("nobody@example.com");
    const token = tokenOf(answer);
    const wrong = [
      ...[
        "",
        "plan_invite_",
        "x",
        "\u0000".slice(1),
        token.slice(0, -1),
        `${token}x`,
        token.toUpperCase(),
        ` ${token}`,
      ],
      ...[
        newSecret("plan_invite_"),
        newSecret("psk_"),
        world.bob.key,
        hashSecret(token),
        "plan_invite_' or 1=1 --",
      ],
    ];
    for (const attempt of wrong)
      expectError(await world.bob.post("/v1/invites/accept", { token: attempt }), "not_found", attempt);
    expectInvalid(await world.bob.post("/v1/invites/accept", { token: 1 }), ["/token"]);
  });

  it("a person who joined otherwise meanwhile is a member already", async () => {
    const guest = await stranger();
    const answer = await invite(guest.email);
    await withRows(world, async (db) => {
      const { id } = await db
        .selectFrom("workspaces")
        .select("id")
        .where("slug", "=", "acme")
        .executeTakeFirstOrThrow();
      const joined_at = new Date().toISOString();
      await db
        .insertInto("memberships")
        .values({ workspace_id: id, user_id: guest.userId, role: "VIEWER", joined_at })
        .execute();
    });
    expectError(await accept(guest, answer), "already_member");
    await world.alice.delete(`/v1/members/${guest.userId}`);
    expectError(await accept(guest, answer), "invite_not_pending");
  });
});
