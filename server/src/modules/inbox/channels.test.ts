import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { inboxOf } from "./scene.test-support.ts";

const path = "/v1/notifications/settings";

describe.each(databases)("$database: channels of notifications", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  it("a kind's inbox and its switch are one setting", async () => {
    const { bob } = world;
    const first = (await bob.get(path)).body.settings;
    expect(first).toMatchObject({ threads: true, digestAt: "08:00", timeZone: "UTC" });
    expect(first.channels.comment).toEqual({ inbox: true, mail: "off", push: false });
    const changed = await bob.patch(path, {
      channels: { comment: { inbox: false, mail: "each" }, agent: { push: true } },
    });
    expect(changed.body.settings).toMatchObject({
      threads: false,
      mentions: true,
      channels: {
        comment: { inbox: false, mail: "each", push: false },
        agent: { inbox: true, mail: "off", push: true },
        mention: { inbox: true },
      },
    });
    const back = await bob.patch(path, { settings: { threads: true } });
    expect(back.body.settings.channels.comment).toEqual({ inbox: true, mail: "each", push: false });
    expect((await bob.get(path)).body.settings).toEqual(back.body.settings);
  });

  it.each([
    ["/channels/comment/inbox", { threads: true, channels: { comment: { inbox: false } } }],
    ["/channels/nothing", { channels: { nothing: { inbox: true } } }],
    ["/channels/comment/mail", { channels: { comment: { mail: "often" } } }],
    ["/digestAt", { digestAt: "24:00" }],
    ["/timeZone", { timeZone: "Atlantis/Harbour" }],
    ["/timeZone", { timeZone: "+01:00" }],
  ])("refuses %s with the reason", async (where, body) => {
    const { status, body: answered } = await world.bob.patch(path, body);
    expect(status).toBe(400);
    expect(JSON.stringify(answered.error.details)).toContain(where.split("/")[1]);
  });

  it("each kind can be kept out of the inbox, also one that has no switch", async () => {
    const { alice, bob } = world;
    const { plan } = (await alice.post("/v1/projects/web/plans", { name: "Shop", visibility: "TEAM" })).body;
    const specs = `/v1/projects/web/plans/${plan.shortId}/specs`;
    const assigned = async (title: string) => {
      await alice.post(specs, { title, assigneeUserId: bob.userId });
      return (await inboxOf(bob)).items.filter(({ type }) => type === "assignment").length;
    };
    const before = await assigned("Pay");
    const off = await bob.patch(path, { channels: { assignment: { inbox: false } } });
    expect(off.body.settings.channels.assignment).toEqual({ inbox: false, mail: "off", push: false });
    expect(await assigned("Sign in")).toBe(before);
    await bob.patch(path, { channels: { assignment: { inbox: true } } });
    expect(await assigned("Search")).toBe(before + 1);
  });

  it("says why there is no mail, and why there is no push", async () => {
    const { unavailable } = (await world.bob.get(path)).body;
    expect(unavailable.mail).toMatch(/no mail/);
    expect(unavailable.push).toBeNull();
  });
});

describe.each(databases)("$database: following and muting", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const plans = "/v1/projects/web/plans";

  async function scene() {
    const { alice } = world;
    const { plan } = (await alice.post(plans, { name: "Shop", visibility: "TEAM" })).body;
    const main = `${plans}/${plan.shortId}`;
    const { spec } = (await alice.post(`${main}/specs`, { title: "Pay" })).body;
    const { plan: sub } = (await alice.post(plans, { name: "Part", parentPlanId: plan.shortId })).body;
    const begin = (documentId: string, mention?: string) =>
      alice.post(`/v1/documents/${documentId}/threads`, {
        body: mention ? `Look [@Bob](user:${mention})` : "Look at this.",
      });
    return {
      main,
      spec: `${main}/specs/${spec.shortId}`,
      specId: spec.id,
      planId: plan.id,
      subId: sub.id,
      begin,
    };
  }
  const count = async () => (await inboxOf(world.bob, "?limit=200")).items.length;

  it("followers of a plan are told of its specs and sub-plans, once each, and not of their own acts", async () => {
    const { bob, alice } = world;
    const { main, specId, subId, begin } = await scene();
    const before = await count();
    await begin(specId);
    expect(await count()).toBe(before);
    expect((await bob.put(`${main}/subscription`, { state: "follow" })).body.subscription).toEqual({
      state: "follow",
      inherited: null,
    });
    await alice.put(`${main}/subscription`, { state: "follow" });
    const own = (await inboxOf(alice)).items.length;
    const answer = await begin(specId);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    await begin(subId);
    expect(await count()).toBe(before + 2);
    expect((await inboxOf(alice)).items.length).toBe(own);
    expect((await bob.delete(`${main}/subscription`)).body).toEqual({
      deleted: true,
      subscription: { state: null, inherited: null },
    });
    await begin(specId);
    expect(await count()).toBe(before + 2);
  });

  it("what is muted notifies of nothing, mentions included, and a spec's own state wins", async () => {
    const { bob } = world;
    const { main, spec, specId, planId, begin } = await scene();
    const before = await count();
    await bob.put(`${main}/subscription`, { state: "mute" });
    await begin(specId, bob.userId);
    await begin(planId, bob.userId);
    expect(await count()).toBe(before);
    expect((await bob.get(`${spec}/subscription`)).body.subscription).toEqual({
      state: null,
      inherited: "mute",
    });
    await bob.put(`${spec}/subscription`, { state: "follow" });
    await begin(specId);
    expect(await count()).toBe(before + 1);
  });

  it("a plan that one can't read is not there to follow", async () => {
    const { alice, bob } = world;
    const { plan } = (await alice.post(plans, { name: "Secret", visibility: "PRIVATE" })).body;
    const own = `${plans}/${plan.shortId}/subscription`;
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      const { status } = await bob.send(method, own, method === "PUT" ? { state: "follow" } : undefined);
      expect(status).toBe(404);
    }
  });
});
