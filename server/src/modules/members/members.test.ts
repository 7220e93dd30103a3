import type { Member, Role } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { at, secondProcess } from "../../../test/second-process.ts";
import { type Person, setUpWorld, type World } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { createUser } from "../sign-in/create-user.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  let other: World;
  beforeAll(async () => {
    other = await secondProcess(world);
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  afterAll(() => other.close());

  let people = 0;
  const newcomer = (role: Role = "MEMBER") => world.person(`newcomer-${people++}`, role, "acme");
  const setRole = (by: Person, of: Person, role: Role) => by.patch(`/v1/members/${of.userId}`, { role });
  const eventsAbout = async (subjectId: string) => {
    const { db } = world.context;
    const rows = await db
      .selectFrom("events")
      .select(["type", "actor_user_id", "data"])
      .where("subject_id", "=", subjectId)
      .orderBy("seq")
      .execute();
    return rows.map(({ type, actor_user_id, data }) => ({
      type,
      by: actor_user_id,
      data: JSON.parse(data) as unknown,
    }));
  };

  it("shows the members to every member, in the order in which they joined, page by page", async () => {
    const { alice, bob, carol, vera } = world;
    const { members } = (await vera.get("/v1/members")).body;
    const [first] = members;
    expect(first).toEqual({
      userId: alice.userId,
      name: "alice",
      email: alice.email,
      role: "OWNER",
      joinedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      isPlatformAdmin: false,
      isProven: true,
    });
    const ids = (list: Member[]) => list.map(({ userId }) => userId);
    expect(ids(members).slice(0, 4)).toEqual([alice, bob, carol, vera].map(({ userId }) => userId));
    const paged: Member[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await bob.get(`/v1/members?limit=1${cursor}`);
      expect(body.members).toHaveLength(1);
      paged.push(...body.members);
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(paged).toEqual(members);
    expectInvalid(await world.mallory.get("/v1/members?cursor=nonsense"), ["/cursor"]);
  });

  it("gives a member another role, which takes effect at the next request in every process", async () => {
    const { alice } = world;
    const member = await newcomer();
    const plan = await newPlan(member, project);
    expect(outcome(await at(other, member).patch(plan.path, { name: "Mine" }))).toBe("200");
    const answer = await setRole(alice, member, "VIEWER");
    expect(answer.body.member).toMatchObject({ userId: member.userId, role: "VIEWER" });
    for (const client of [member, at(other, member)]) {
      expect((await client.get("/v1/me")).body.role).toBe("VIEWER");
      expect((await client.get(plan.path)).body.plan.capability).toBe("READ");
      expect(outcome(await client.patch(plan.path, { name: "Still mine" }))).toBe("403 forbidden");
      expect(outcome(await client.post("/v1/projects", { name: "No" }))).toBe("403 forbidden");
    }
    await setRole(alice, member, "MEMBER");
    expect((await at(other, member).get(plan.path)).body.plan.capability).toBe("OWN");
    expect((await eventsAbout(member.userId)).slice(1)).toEqual([
      { type: "member.role_changed", by: alice.userId, data: { from: "MEMBER", to: "VIEWER" } },
      { type: "member.role_changed", by: alice.userId, data: { from: "VIEWER", to: "MEMBER" } },
    ]);
  });

  it("lets only owners change roles, remove others and revoke their credentials", async () => {
    const { carol, vera, mallory } = world;
    const member = await newcomer();
    for (const who of [carol, vera]) {
      const path = `/v1/members/${member.userId}`;
      expectError(await who.patch(path, { role: "OWNER" }), "forbidden");
      expectError(await who.delete(path), "forbidden");
      expectError(await who.delete(`${path}/credentials`), "forbidden");
      expectError(await who.patch(`/v1/members/${who.userId}`, { role: "OWNER" }), "forbidden");
      expectError(await who.patch("/v1/workspace", { name: "Mine" }), "forbidden");
    }
    for (const path of [`/v1/members/${member.userId}`, "/v1/members/nobody"]) {
      expectError(await mallory.patch(path, { role: "VIEWER" }), "not_found");
      expectError(await mallory.delete(path), "not_found");
      expectError(await mallory.delete(`${path}/credentials`), "not_found");
    }
    expectInvalid(await world.alice.patch(`/v1/members/${member.userId}`, { role: "ADMIN" }), ["/role"]);
  });

  it("an unchanged role changes nothing and is no event", async () => {
    const member = await newcomer();
    const before = await eventsAbout(member.userId);
    expect((await setRole(world.alice, member, "MEMBER")).status).toBe(200);
    expect(await eventsAbout(member.userId)).toEqual(before);
  });

  it("keeps the last owner: no leaving, no removal, no lower role", async () => {
    const { mallory } = world;
    expectError(await mallory.delete(`/v1/members/${mallory.userId}`), "last_owner");
    expectError(await setRole(mallory, mallory, "MEMBER"), "last_owner");
    expect((await setRole(mallory, mallory, "OWNER")).status).toBe(200);
    expect((await mallory.get("/v1/me")).body.role).toBe("OWNER");
    const second = await world.person("second", "OWNER", "other");
    expect((await setRole(second, mallory, "VIEWER")).status).toBe(200);
    expectError(await second.delete(`/v1/members/${second.userId}`), "last_owner");
    await setRole(second, mallory, "OWNER");
    expect((await second.delete(`/v1/members/${second.userId}`)).body).toEqual({ removed: true });
    expectError(await second.get("/v1/me"), "unauthorized");
  });

  it("of two owners who leave at once, in two processes, one stays", async () => {
    for (let round = 0; round < 8; round++) {
      const workspace = `pair-${round}`;
      const owner = await world.person("one", "OWNER", workspace);
      const two = await world.person("two", "OWNER", workspace);
      const answers = await Promise.all([
        owner.delete(`/v1/members/${owner.userId}`),
        round % 2 === 0
          ? at(other, two).delete(`/v1/members/${two.userId}`)
          : setRole(at(other, two), two, "MEMBER"),
      ]);
      expect(answers.map(outcome).sort()).toEqual(["200", "409 last_owner"]);
      const owners = await world.context.db
        .selectFrom("memberships")
        .innerJoin("workspaces", "workspaces.id", "workspace_id")
        .select("user_id")
        .where("slug", "=", workspace)
        .where("role", "=", "OWNER")
        .execute();
      expect(owners).toHaveLength(1);
    }
  });

  it("of two owners who remove each other at once, one stays", async () => {
    for (let round = 0; round < 6; round++) {
      const workspace = `duel-${round}`;
      const owner = await world.person("first", "OWNER", workspace);
      const two = await world.person("last", "OWNER", workspace);
      const answers = await Promise.all([
        owner.delete(`/v1/members/${two.userId}`),
        at(other, two).delete(`/v1/members/${owner.userId}`),
      ]);
      // The slower one is no longer a member by then.
      expect(answers.map(outcome).sort()).toEqual(["200", "401 unauthorized"]);
    }
  });

  it("a member who leaves loses keys and shares at once, in every process, and can't read anything", async () => {
    const { alice, bob } = world;
    const member = await newcomer();
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    await bob.put(`${plan.path}/shares/${member.userId}`, { capability: "EDIT" });
    const second = (await member.post("/v1/api-keys", { name: "Second", scope: "write" })).body;
    const key = await world.key(member.email, "acme", "read");
    expect((await at(other, member).get(plan.path)).status).toBe(200);
    expect((await member.delete(`/v1/members/${member.userId}`)).body).toEqual({ removed: true });
    for (const secret of [member.key, second.secret, key]) {
      for (const process of [world, other]) {
        const headers = { authorization: `Bearer ${secret}` };
        for (const path of ["/v1", "/v1/me", plan.path, "/v1/members"])
          expectError(await process.send("GET", path, undefined, headers), "unauthorized", path);
      }
    }
    expect((await bob.get(`${plan.path}/shares`)).body.shares).toEqual([]);
    expect((await alice.get("/v1/members?limit=200")).body.members).not.toContainEqual(
      expect.objectContaining({ userId: member.userId }),
    );
    const about = await eventsAbout(member.userId);
    expect(about.at(-1)).toEqual({ type: "member.removed", by: member.userId, data: {} });
    expect(await eventsAbout(second.key.id)).toEqual([
      expect.objectContaining({ type: "api_key.created" }),
      { type: "api_key.revoked", by: member.userId, data: {} },
    ]);
    expect(await eventsAbout(plan.id)).toContainEqual({
      type: "plan.unshared",
      by: member.userId,
      data: { userId: member.userId },
    });
  });

  it("a returning member starts fresh: without the old keys, shares and plans", async () => {
    const { alice, bob } = world;
    const member = await newcomer();
    const mine = await newPlan(member, project, { visibility: "PRIVATE" });
    const shared = await newPlan(bob, project, { visibility: "PRIVATE" });
    await bob.put(`${shared.path}/shares/${member.userId}`, { capability: "READ" });
    await alice.delete(`/v1/members/${member.userId}?transferPlansTo=${bob.userId}`);
    const again = await world.person(member.email.replace("@acme.example", ""), "MEMBER", "acme");
    expect(again.userId).toBe(member.userId);
    expectError(await member.get("/v1/me"), "unauthorized");
    for (const { path } of [mine, shared]) expectError(await again.get(path), "not_found");
  });

  it("removes a member who owns plans only with a new owner for them, and writes an event for each plan", async () => {
    const { alice, bob, vera, mallory } = world;
    const member = await newcomer();
    const team = await newPlan(member, project);
    const secret = await newPlan(member, project, { visibility: "PRIVATE" });
    const sub = await newPlan(member, project, { parentPlanId: secret.id });
    const archived = await newPlan(member, project);
    await member.post(`${archived.path}/archive`);
    const path = `/v1/members/${member.userId}`;
    expectError(await alice.delete(path), "owns_plans");
    for (const nobody of [mallory.userId, "nobody"]) {
      const answer = await alice.delete(`${path}?transferPlansTo=${nobody}`);
      expectError(answer, "not_found");
      expect(answer.body.error.details).toEqual([{ path: "/transferPlansTo", message: expect.any(String) }]);
    }
    for (const wrong of [vera.userId, member.userId])
      expectInvalid(await alice.delete(`${path}?transferPlansTo=${wrong}`), ["/transferPlansTo"]);
    expect((await member.get(team.path)).body.plan.ownerUserId).toBe(member.userId);

    expect((await alice.delete(`${path}?transferPlansTo=${bob.userId}`)).body).toEqual({ removed: true });
    for (const { path: planPath } of [team, secret, sub, archived])
      expect((await bob.get(planPath)).body.plan).toMatchObject({
        ownerUserId: bob.userId,
        capability: "OWN",
      });
    expectError(await alice.get(secret.path), "not_found");
    for (const { id } of [team, secret, archived])
      expect(await eventsAbout(id)).toContainEqual({
        type: "plan.owner_changed",
        by: alice.userId,
        data: { from: member.userId, to: bob.userId },
      });
    expect(await eventsAbout(sub.id)).not.toContainEqual(
      expect.objectContaining({ type: "plan.owner_changed" }),
    );
  });

  it("plans of a deleted project don't prevent a member from leaving", async () => {
    const { alice } = world;
    const member = await newcomer();
    const { slug } = (await alice.post("/v1/projects", { name: "Gone" })).body.project;
    await newPlan(member, `/v1/projects/${slug}`);
    await alice.delete(`/v1/projects/${slug}`);
    expect((await member.delete(`/v1/members/${member.userId}`)).body).toEqual({ removed: true });
  });

  it("plans of a deleted project go to the named member, else to who restores it, and nobody loses them", async () => {
    const { alice, bob } = world;
    for (const heir of [bob, null]) {
      const member = await newcomer();
      const { slug } = (await alice.post("/v1/projects", { name: "Back" })).body.project;
      const plan = await newPlan(member, `/v1/projects/${slug}`, { visibility: "PRIVATE" });
      const sub = await newPlan(member, `/v1/projects/${slug}`, { parentPlanId: plan.id });
      await alice.delete(`/v1/projects/${slug}`);
      const query = heir ? `?transferPlansTo=${heir.userId}` : "";
      if (heir) await newPlan(member, project);
      expect((await alice.delete(`/v1/members/${member.userId}${query}`)).status).toBe(200);
      expect((await alice.post(`/v1/projects/${slug}/restore`)).status).toBe(200);
      const owner = heir ?? alice;
      for (const { path } of [plan, sub])
        expect((await owner.get(path)).body.plan).toMatchObject({
          ownerUserId: owner.userId,
          capability: "OWN",
        });
      if (heir) expectError(await alice.get(plan.path), "not_found");
      const data = { from: member.userId, to: owner.userId };
      expect(await eventsAbout(plan.id)).toContainEqual({
        type: "plan.owner_changed",
        by: alice.userId,
        data,
      });
    }
  });

  it("a viewer who owns plans reads them, and leaves only through an owner", async () => {
    const { alice, bob } = world;
    const member = await newcomer();
    const plan = await newPlan(member, project, { visibility: "PRIVATE" });
    await setRole(alice, member, "VIEWER");
    expect((await member.get(plan.path)).body.plan).toMatchObject({
      ownerUserId: member.userId,
      capability: "READ",
    });
    const path = `/v1/members/${member.userId}`;
    expectError(await member.delete(path), "owns_plans");
    expectError(await member.delete(`${path}?transferPlansTo=${bob.userId}`), "forbidden");
    expect((await alice.delete(`${path}?transferPlansTo=${bob.userId}`)).status).toBe(200);
    expect((await bob.get(plan.path)).body.plan.capability).toBe("OWN");
    const idle = await newcomer("VIEWER");
    expect((await idle.delete(`/v1/members/${idle.userId}`)).status).toBe(200);
  });

  it("revokes all credentials of a member in this workspace, who stays a member", async () => {
    const { alice } = world;
    const member = await newcomer();
    const elsewhere = await world.person("newcomer-elsewhere", "MEMBER", "other");
    await member.post("/v1/api-keys", { name: "Second" });
    const expiresAt = new Date(Date.now() + 200).toISOString();
    await member.post("/v1/api-keys", { name: "Short", expiresAt });
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(expiresAt));
    const path = `/v1/members/${member.userId}/credentials`;
    expect((await alice.delete(path)).body).toEqual({ revoked: 2 });
    expect((await alice.delete(path)).body).toEqual({ revoked: 0 });
    for (const key of [member, at(other, member)]) expectError(await key.get("/v1/me"), "unauthorized");
    expect((await elsewhere.get("/v1/me")).status).toBe(200);
    expect((await alice.get("/v1/members?limit=200")).body.members).toContainEqual(
      expect.objectContaining({ userId: member.userId }),
    );
    expect((await eventsAbout(member.userId)).slice(1)).toEqual([
      { type: "member.credentials_revoked", by: alice.userId, data: { revoked: 2 } },
      { type: "member.credentials_revoked", by: alice.userId, data: { revoked: 0 } },
    ]);
  });

  it("a removal affects only that workspace", async () => {
    const both = await world.person("both", "MEMBER", "acme");
    const { email } = both;
    const membership = { email, name: "both", workspace: "other", role: "MEMBER" } as const;
    await world.command(createUser, { ...membership, createWorkspace: false, platformAdmin: false });
    const there = await world.key(both.email, "other", "write");
    await world.alice.delete(`/v1/members/${both.userId}`);
    expectError(await both.get("/v1/me"), "unauthorized");
    const headers = { authorization: `Bearer ${there}` };
    expect((await world.send("GET", "/v1/me", undefined, headers)).body.workspace.slug).toBe("other");
  });

  it("a role that is lowered in the middle of a member's writes lets none succeed after the answer", async () => {
    const member = await newcomer();
    const plan = await newPlan(world.bob, project);
    let lowered = false;
    const late: string[] = [];
    await Promise.all([
      ...Array.from({ length: 6 }, async () => {
        for (let n = 0; n < 10; n++) {
          const startedAfter = lowered;
          const said = outcome(await member.post(`${plan.path}/specs`, { title: "Spec" }));
          if (startedAfter) late.push(said);
        }
      }),
      setRole(at(other, world.alice), member, "VIEWER").then(({ status }) => {
        expect(status).toBe(200);
        lowered = true;
      }),
    ]);
    late.push(outcome(await member.post(`${plan.path}/specs`, { title: "Spec" })));
    expect(new Set(late)).toEqual(new Set(["403 forbidden"]));
  });
});
