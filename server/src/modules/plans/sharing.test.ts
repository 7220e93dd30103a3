import type { Role } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { createUser } from "../sign-in/create-user.ts";
import { hashOfRows } from "./rows.test-support.ts";
import { newPlan, outcome } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  it("shares with a member, changes the share, and ends it, with effect at the next request", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    const share = `${plan.path}/shares/${carol.userId}`;
    expect(outcome(await carol.get(plan.path))).toBe("404 not_found");
    const made = (await bob.put(share, { capability: "READ" })).body.share;
    const person = { userId: carol.userId, name: "carol", email: carol.email };
    expect(made).toEqual({ ...person, capability: "READ", effective: "READ" });
    expect((await carol.get(plan.path)).body.plan.capability).toBe("READ");
    const changed = (await bob.put(share, { capability: "EDIT" })).body.share;
    expect(changed).toEqual({ ...person, capability: "EDIT", effective: "EDIT" });
    expect((await carol.get(plan.path)).body.plan.capability).toBe("EDIT");
    expect((await bob.delete(share)).body).toEqual({ removed: true });
    expect(outcome(await carol.get(plan.path))).toBe("404 not_found");
    expect(outcome(await bob.delete(share))).toBe("404 not_found");
  });

  it("shows the shares to whoever reads the plan, by creation, a sub-plan those of its root", async () => {
    const { alice, bob, carol, vera } = world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    const sub = await newPlan(bob, project, { parentPlanId: plan.id });
    for (const person of [vera, carol, alice]) {
      await bob.put(`${plan.path}/shares/${person.userId}`, { capability: "READ" });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await bob.put(`${plan.path}/shares/${vera.userId}`, { capability: "EDIT" });
    const expected = [vera, carol, alice].map(({ userId }) => userId);
    const ids = (shares: { userId: string }[]) => shares.map(({ userId }) => userId);
    for (const { path } of [plan, sub])
      expect(ids((await vera.get(`${path}/shares`)).body.shares)).toEqual(expected);
    const pages: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { body } = await carol.get(`${plan.path}/shares?limit=1${cursor ? `&cursor=${cursor}` : ""}`);
      pages.push(...ids(body.shares));
      cursor = body.nextCursor;
      if (!cursor) break;
    }
    expect(pages).toEqual(expected);
  });

  it("shares with a member given by their e-mail address", async () => {
    const { bob, carol, mallory } = world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    for (const address of [carol.email, ` ${carol.email.toUpperCase()} `, encodeURIComponent(carol.email)]) {
      const path = `${plan.path}/shares/${address.replaceAll(" ", "%20")}`;
      const { body } = await bob.put(path, { capability: "EDIT" });
      expect(body.share).toMatchObject({ userId: carol.userId, email: carol.email });
    }
    expect((await bob.get(`${plan.path}/shares`)).body.shares).toHaveLength(1);
    expect((await carol.get(plan.path)).body.plan.capability).toBe("EDIT");
    for (const stranger of [mallory.email, "nobody@acme.example", "@", `${carol.email}%00`])
      expect(outcome(await bob.put(`${plan.path}/shares/${stranger}`, { capability: "READ" }))).toBe(
        "404 not_found",
      );
  });

  it("ends the share of a member given by their e-mail address", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    const named = `${plan.path}/shares/${encodeURIComponent(` ${carol.email.toUpperCase()} `)}`;
    expect(outcome(await bob.delete(named))).toBe("404 not_found");
    await bob.put(`${plan.path}/shares/${carol.userId}`, { capability: "EDIT" });
    expect(outcome(await carol.delete(named))).toBe("403 forbidden");
    expect((await bob.delete(named)).body).toEqual({ removed: true });
    expect(outcome(await carol.get(plan.path))).toBe("404 not_found");
    expect(outcome(await bob.delete(named))).toBe("404 not_found");
    for (const nobody of ["nobody@acme.example", world.mallory.email, "@"])
      expect(outcome(await bob.delete(`${plan.path}/shares/${nobody}`))).toBe("404 not_found");
    const ended = await world.context.db
      .selectFrom("events")
      .select("data")
      .where("type", "=", "plan.unshared")
      .where("subject_id", "=", plan.id)
      .execute();
    expect(ended.map(({ data }) => JSON.parse(data))).toEqual([{ userId: carol.userId }]);
  });

  it("stores a viewer's EDIT share as granted, worth READ while they are a viewer", async () => {
    const { bob } = world;
    const erik = await world.person("erik", "VIEWER", "acme");
    const become = (role: Role) =>
      world.command(createUser, {
        email: erik.email,
        name: "erik",
        workspace: "acme",
        role,
        createWorkspace: false,
        platformAdmin: false,
      });
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    const granted = await bob.put(`${plan.path}/shares/${erik.userId}`, { capability: "EDIT" });
    const worth = async () => (await erik.get(`${plan.path}/shares`)).body.shares;
    const asViewer = { userId: erik.userId, capability: "EDIT", effective: "READ" };
    expect(granted.body.share).toMatchObject(asViewer);
    expect(await worth()).toMatchObject([asViewer]);

    for (const answer of [
      await erik.patch(plan.path, { name: "x" }),
      await erik.post(`${plan.path}/specs`, { title: "x" }),
      await erik.post(`${plan.path}/archive`),
    ]) {
      expect(outcome(answer)).toBe("403 forbidden");
      expect(answer.body.error.message).toContain("VIEWER");
      expect(answer.body.error.message).not.toContain("EDIT share");
    }
    await become("MEMBER");
    expect(await worth()).toMatchObject([{ ...asViewer, effective: "EDIT" }]);
    expect(outcome(await erik.patch(plan.path, { name: "x" }))).toBe("200");
  });

  it("tells a member without the right to edit to ask for a share", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    await bob.put(`${plan.path}/shares/${carol.userId}`, { capability: "READ" });
    const answer = await carol.patch(plan.path, { name: "x" });
    expect(outcome(answer)).toBe("403 forbidden");
    expect(answer.body.error.message).toContain("EDIT share");
  });

  it("shares with members of the workspace only, READ or EDIT", async () => {
    const { bob, mallory, carol } = world;
    const plan = await newPlan(bob, project);
    const before = await hashOfRows(world);
    for (const stranger of [mallory.userId, "nobody", plan.id])
      expect(outcome(await bob.put(`${plan.path}/shares/${stranger}`, { capability: "READ" }))).toBe(
        "404 not_found",
      );
    for (const body of [
      { capability: "OWN" },
      { capability: "NONE" },
      {},
      { capability: "READ", role: "OWNER" },
    ])
      expect(outcome(await bob.put(`${plan.path}/shares/${carol.userId}`, body))).toBe("400 invalid_request");
    expect(await hashOfRows(world)).toBe(before);
  });

  it("keeps visibility, owner and shares with the root, for reads by anyone who has the right", async () => {
    const { bob, carol } = world;
    const root = await newPlan(bob, project);
    const sub = await newPlan(bob, project, { parentPlanId: root.id });
    await bob.put(`${root.path}/shares/${carol.userId}`, { capability: "READ" });
    const before = await hashOfRows(world);
    for (const answer of [
      await bob.patch(sub.path, { visibility: "PRIVATE" }),
      await bob.put(`${sub.path}/shares/${carol.userId}`, { capability: "EDIT" }),
      await bob.delete(`${sub.path}/shares/${carol.userId}`),
      await bob.post(`${sub.path}/owner`, { userId: carol.userId }),
    ])
      expect(outcome(answer)).toBe("409 not_root");
    expect(await hashOfRows(world)).toBe(before);
  });

  it("hands a plan over; the old owner keeps the right of their role and share, and at least sees the answer", async () => {
    const { alice, bob, carol } = world;
    const team = await newPlan(bob, project);
    const handed = await bob.post(`${team.path}/owner`, { userId: carol.userId });
    expect(handed.body.plan).toMatchObject({ ownerUserId: carol.userId, capability: "EDIT" });
    expect((await carol.get(team.path)).body.plan.capability).toBe("OWN");

    const secret = await newPlan(bob, project, { visibility: "PRIVATE" });
    const sub = await newPlan(bob, project, { parentPlanId: secret.id });
    const last = await bob.post(`${secret.path}/owner`, { userId: carol.userId });
    expect(last.body.plan).toMatchObject({ ownerUserId: carol.userId, capability: "NONE" });
    expect(outcome(await bob.get(secret.path))).toBe("404 not_found");
    expect((await carol.get(sub.path)).body.plan).toMatchObject({
      ownerUserId: carol.userId,
      capability: "OWN",
    });
    expect(outcome(await alice.get(secret.path))).toBe("404 not_found");
  });

  it("lets a workspace owner make another's plan private, which ends their own reading", async () => {
    const { alice, bob } = world;
    const plan = await newPlan(bob, project);
    const answer = await alice.patch(plan.path, { visibility: "PRIVATE" });
    expect(answer.body.plan).toMatchObject({ visibility: "PRIVATE", capability: "NONE" });
    expect(outcome(await alice.get(plan.path))).toBe("404 not_found");
    expect((await bob.patch(plan.path, { visibility: "TEAM" })).body.plan.visibility).toBe("TEAM");
    expect((await alice.get(plan.path)).body.plan.capability).toBe("OWN");
  });

  it("hands plans over to members only, never to viewers", async () => {
    const { bob, vera, mallory } = world;
    const plan = await newPlan(bob, project);
    const before = await hashOfRows(world);
    expect(outcome(await bob.post(`${plan.path}/owner`, { userId: vera.userId }))).toBe(
      "400 invalid_request",
    );
    expect(outcome(await bob.post(`${plan.path}/owner`, { userId: mallory.userId }))).toBe("404 not_found");
    expect(outcome(await bob.post(`${plan.path}/owner`, {}))).toBe("400 invalid_request");
    expect(await hashOfRows(world)).toBe(before);
  });

  it("applies a changed role at the next request", async () => {
    const erin = await world.person("erin", "MEMBER", "acme");
    const plan = await newPlan(erin, project);
    const become = (role: Role) =>
      world.command(createUser, {
        email: erin.email,
        name: "erin",
        workspace: "acme",
        role,
        createWorkspace: false,
        platformAdmin: false,
      });
    await become("VIEWER");
    expect((await erin.get(plan.path)).body.plan.capability).toBe("READ");
    expect(outcome(await erin.post(`${plan.path}/specs`, { title: "x" }))).toBe("403 forbidden");
    expect(outcome(await erin.post(`${project}/plans`, { name: "x" }))).toBe("403 forbidden");
    await become("MEMBER");
    expect((await erin.get(plan.path)).body.plan.capability).toBe("OWN");
  });
});
