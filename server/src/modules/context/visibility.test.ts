import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { purgeJob } from "../plans/archive/purge-plans.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { openSources, project, titles } from "./scene.test-support.ts";

const signal = new AbortController().signal;
const nowhere = "019a0000-0000-7000-8000-000000000000";

describe.each(databases)("access to context sources, on $database", ({ create }) => {
  const sources = openSources(create, { env: { GROUNDPLAN_ARCHIVE_DAYS: "0" } });

  it("is decided by the plan: a private one's are visible to its owner and those it is shared with", async () => {
    const { alice, bob, carol, vera } = sources.world;
    const root = await newPlan(bob, project, { visibility: "PRIVATE" });
    const sub = await newPlan(bob, project, { parentPlanId: root.id });
    const { id } = await sources.add(bob, root.path, "Of a private plan");
    for (const share of [carol, vera])
      await bob.put(`${root.path}/shares/${share.userId}`, { capability: "READ" });
    for (const path of [root.path, sub.path]) {
      for (const who of [carol, vera]) {
        expect(titles((await who.get(`${path}/context`)).body.sources)).toContain("Of a private plan");
        expect((await who.get(`${path}/context/${id}`)).status).toBe(200);
        expect((await who.get(`/v1/sources/${id}?offset=5`)).body.source.text).toBe("text.");
        expect(outcome(await who.post(`${path}/context`, { title: "By a reader", text: "" }))).toBe(
          "403 forbidden",
        );
        expect(outcome(await who.put(`${path}/context/${id}/active`, { active: false }))).toBe(
          "403 forbidden",
        );
      }
      for (const answer of [
        await alice.get(`${path}/context`),
        await alice.get(`${path}/context/${id}`),
        await alice.get(`${path}/context/pack`),
        await alice.patch(`${path}/context/${id}`, { title: "Seen" }),
        await alice.put(`${path}/context/${id}/active`, { active: false }),
        await alice.delete(`${path}/context/${id}`),
      ])
        expect(outcome(answer)).toBe("404 not_found");
    }
    for (const path of ["/v1", project]) {
      expect(titles((await alice.get(`${path}/context`)).body.sources)).not.toContain("Of a private plan");
      expect(outcome(await alice.get(`${path}/context/${id}`))).toBe("404 not_found");
    }
    expect(outcome(await alice.get(`/v1/sources/${id}`))).toBe("404 not_found");
    await bob.delete(`${root.path}/shares/${carol.userId}`);
    expect(outcome(await carol.get(`${sub.path}/context/${id}`))).toBe("404 not_found");
  });

  it("is limited by the scope of a credential", async () => {
    const { world } = sources;
    const reader = await world.reader(world.alice);
    const { id } = await sources.add(world.alice, "/v1", "For readers");
    expect((await reader.get(`/v1/context/${id}`)).body.source.text).toBe("Some text.");
    for (const answer of [
      await reader.post("/v1/context", { title: "No", text: "" }),
      await reader.post("/v1/context/url", { url: "https://a.example" }),
      await reader.post(`/v1/context/${id}/refresh`),
      await reader.patch(`/v1/context/${id}`, { title: "No" }),
      await reader.delete(`/v1/context/${id}`),
    ])
      expect(outcome(answer)).toBe("403 insufficient_scope");
  });

  it("is checked again for a repetition under an Idempotency-Key", async () => {
    const { alice, bob } = sources.world;
    const plan = await newPlan(alice, project, { visibility: "PRIVATE" });
    await alice.put(`${plan.path}/shares/${bob.userId}`, { capability: "EDIT" });
    const send = () =>
      bob.post(`${plan.path}/context`, { title: "Once", text: "Secret." }, { "idempotency-key": "reach" });
    expect(outcome(await send())).toBe("201");
    expect((await send()).body.source.text).toBe("Secret.");
    await alice.delete(`${plan.path}/shares/${bob.userId}`);
    expect(outcome(await send())).toBe("404 not_found");
  });

  it("is checked in order: existence, the right, the archived plan, the source's own scope, its revision", async () => {
    const { alice, vera } = sources.world;
    const plan = await newPlan(alice, project, {});
    const { id: inherited } = await sources.add(alice, project, "Inherited by an archived plan");
    const { id } = await sources.add(alice, plan.path, "Of an archived plan");
    const stale = { "if-match": '"99"' };
    const pathOf = (source: string) => `${plan.path}/context/${source}`;
    expect(outcome(await alice.patch(pathOf(inherited), { title: "No" }, stale))).toBe(
      "409 inherited_source",
    );
    await alice.post(`${plan.path}/archive`);
    expect(outcome(await alice.patch(pathOf(nowhere), { title: "No" }))).toBe("404 not_found");
    expect(outcome(await vera.patch(pathOf(id), { title: "No" }, stale))).toBe("403 forbidden");
    expect(outcome(await alice.patch(pathOf(id), { title: "No" }, stale))).toBe("409 plan_archived");
    expect(outcome(await alice.patch(pathOf(inherited), { title: "No" }))).toBe("409 plan_archived");
    expect(outcome(await alice.put(`${pathOf(inherited)}/active`, { active: false }))).toBe(
      "409 plan_archived",
    );
    expect((await alice.get(`${plan.path}/context`)).status).toBe(200);
    await alice.post(`${plan.path}/restore`);
    expect((await alice.patch(pathOf(id), { title: "Restored" })).status).toBe(200);
  });

  it("follows a plan that moves: it inherits from its new parents, and its old choices are ignored meanwhile", async () => {
    const { alice } = sources.world;
    const [from, to] = [await newPlan(alice, project, {}), await newPlan(alice, project, {})];
    const plan = await newPlan(alice, project, { parentPlanId: from.id });
    const { id } = await sources.add(alice, from.path, "Of the first");
    await sources.add(alice, to.path, "Of the second");
    await sources.add(alice, plan.path, "Of itself");
    await alice.put(`${plan.path}/context/${id}/active`, { active: false });
    const listed = async () =>
      (await alice.get(`${plan.path}/context`)).body.sources
        .filter(({ scope }: { scope: string }) => scope === "PLAN")
        .map(({ title, active }: { title: string; active: boolean }) => `${title} ${active}`);
    expect(await listed()).toEqual(["Of the first false", "Of itself true"]);
    await alice.post(`${plan.path}/move`, { parentPlanId: to.id });
    expect(await listed()).toEqual(["Of the second true", "Of itself true"]);
    expect(outcome(await alice.put(`${plan.path}/context/${id}/active`, { active: true }))).toBe(
      "404 not_found",
    );
    await alice.post(`${plan.path}/move`, { parentPlanId: from.id });
    expect(await listed()).toEqual(["Of the first false", "Of itself true"]);
  });

  it("is reported by one event for each change, and by none if nothing changes", async () => {
    const { alice } = sources.world;
    const plan = await newPlan(alice, project, {});
    const { id } = await sources.add(alice, plan.path, "Told");
    const path = `${plan.path}/context/${id}`;
    for (const active of [true, false, false, true]) await alice.put(`${path}/active`, { active });
    await alice.patch(path, { title: "Told again" });
    await alice.patch(path, { title: "Told again" });
    await alice.delete(path);
    expect(await sources.events(id)).toEqual([
      ["created", { scope: "PLAN" }],
      ["activated", { active: false }],
      ["activated", { active: true }],
      ["updated", { changed: ["title"] }],
      ["deleted", {}],
    ]);
  });

  it("ends for all with a project that is purged, and nothing of its sources remains", async () => {
    const { alice, context } = sources.world;
    await alice.post("/v1/projects", { name: "Doomed" });
    const plan = await newPlan(alice, "/v1/projects/doomed", {});
    const own = await sources.add(alice, "/v1/projects/doomed", "Of a doomed project");
    const ofPlan = await sources.add(alice, plan.path, "Of a doomed plan");
    const team = await sources.add(alice, "/v1", "Of the workspace");
    await alice.put(`${plan.path}/context/${team.id}/active`, { active: false });
    expect((await alice.delete("/v1/projects/doomed")).body).toEqual({ deleted: true });
    expect(outcome(await alice.get(`/v1/projects/doomed/context/${own.id}`))).toBe("404 not_found");
    await sleep(2);
    await purgeJob(context, {}, { signal });
    const left = await Promise.all(
      (["context_texts", "context_unused"] as const).map((table) =>
        context.db
          .selectFrom(table)
          .select("source_id")
          .where("source_id", "in", [own.id, ofPlan.id, team.id])
          .execute(),
      ),
    );
    expect(left).toEqual([[{ source_id: team.id }], []]);
    const versions = await context.db
      .selectFrom("revisions")
      .select("subject_id")
      .where("subject_id", "in", [own.id, ofPlan.id, team.id])
      .execute();
    expect(versions).toEqual([{ subject_id: team.id }]);
    expect((await alice.get(`/v1/context/${team.id}`)).status).toBe(200);
  });

  it("needs existing ids; any other is 404 at every scope", async () => {
    const { alice } = sources.world;
    const plan = await newPlan(alice, project, {});
    for (const path of ["/v1", project, plan.path])
      for (const id of [nowhere, "nothing", "%00", "%ED%A0%80", "..%2f..", "a".repeat(2000)])
        for (const answer of [
          await alice.get(`${path}/context/${id}`),
          await alice.patch(`${path}/context/${id}`, { title: "No" }),
          await alice.post(`${path}/context/${id}/refresh`),
          await alice.delete(`${path}/context/${id}`),
        ])
          expect(outcome(answer)).toBe("404 not_found");
  });
});
