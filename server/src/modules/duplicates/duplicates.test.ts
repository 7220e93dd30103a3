import type { Spec } from "@groundplan/contract";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { formHeaders } from "../../../test/form.ts";
import { pictureForm } from "../../../test/pictures.ts";
import { setUpWorld } from "../../../test/world.ts";
import { miscounts } from "../dependencies/counts/miscounts.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  beforeAll(async () => {
    await world.alice.post("/v1/projects", { name: "Web" });
    await world.alice.post("/v1/projects", { name: "Other" });
  });

  const specsOf = async (path: string, by = world.bob): Promise<Spec[]> =>
    (await by.get(`${path}/specs?limit=200`)).body.specs;
  const duplicate = async (path: string, body: object = {}, by = world.bob) => {
    const answer = await by.post(`${path}/duplicate`, body);
    expect(outcome(answer)).toBe("201");
    const { plan } = answer.body;
    const { projectSlug } = (await by.get(`/v1/plans/${plan.shortId}`)).body;
    return { ...plan, path: `/v1/projects/${projectSlug}/plans/${plan.shortId}` };
  };
  const picture = async (documentId: string): Promise<string> =>
    (await world.bob.post(`/v1/documents/${documentId}/files`, pictureForm(), formHeaders)).body.file.path;

  it("a copy of a plan has its texts and the needs inside, and nothing of its work", async () => {
    const { bob } = world;
    const { label } = (await bob.post("/v1/labels", { name: "Stone", color: "#336699" })).body;
    const { label: dropped } = (await bob.post("/v1/labels", { name: "Sand", color: "#336699" })).body;
    const plan = await newPlan(bob, project, {
      name: "Harbour",
      leadUserId: bob.userId,
      targetDate: "2026-12-24",
      description: "Ships, see SPEC-3.",
      externalRef: "kiro:harbour",
    });
    const outside = await newSpec(bob, await newPlan(bob, project), {});
    const first = await newSpec(bob, plan, { title: "Gone" });
    const [quay, crane] = [
      await newSpec(bob, plan, {
        title: "Quay",
        content: "1. A quay, after SPEC-3.",
        effort: 3,
        readiness: 5,
        labelIds: [label.id, dropped.id],
        priority: 2,
        assigneeUserId: bob.userId,
        dueDate: "2026-12-01",
      }),
      await newSpec(bob, plan, { title: "Crane", externalRef: "kiro:harbour/3", status: "CANCELLED" }),
    ];
    await bob.patch(quay.path, { needsFirst: ["SPEC-3"], parentSpecId: crane.id });
    await bob.post(`${plan.path}/dependencies`, { fromSpecId: quay.id, toSpecId: outside.id });
    await bob.post(`/v1/documents/${quay.id}/threads`, { body: "Which?", kind: "question", blocking: true });
    await bob.put(`${plan.path}/shares/${world.vera.userId}`, { capability: "READ" });
    await bob.delete(first.path);
    await bob.delete(`/v1/labels/${dropped.id}`);
    const copy = await duplicate(plan.path);
    expect(copy).toMatchObject({
      name: "Harbour (copy)",
      description: "Ships, see SPEC-3.",
      status: "PLANNING",
      externalRef: null,
      specCount: 2,
      revision: 1,
      visibility: "TEAM",
      ownerUserId: bob.userId,
      parentPlanId: null,
      leadUserId: null,
      targetDate: null,
    });
    expect(copy.shortId).not.toBe(plan.shortId);
    const specs = await specsOf(copy.path);
    expect(specs.map(({ shortId }) => shortId)).toEqual(["SPEC-2", "SPEC-3"]);
    expect(specs[0]).toMatchObject({
      title: "Quay",
      content: "1. A quay, after SPEC-3.",
      effort: 3,
      readiness: 5,
      labels: [{ id: label.id, name: "Stone", color: "#336699" }],
      priority: 2,
      assigneeUserId: null,
      dueDate: null,
      needsFirst: ["SPEC-3"],
      parentShortId: "SPEC-3",
      parentSpecId: specs[1]?.id,
    });
    expect(specs[1]).toMatchObject({ title: "Crane", status: "TODO", externalRef: null, claim: null });
    const labelled = (await bob.get(`/v1/specs?label=${label.id}&plan=${copy.shortId}`)).body.specs;
    expect(labelled).toHaveLength(1);
    expect((await bob.get(`${copy.path}/shares`)).body.shares).toEqual([]);
    expect((await bob.get(`${copy.path}/dependencies`)).body.dependencies).toHaveLength(1);
    expect((await bob.get(`/v1/documents/${specs[0]?.id}/threads`)).body.threads).toEqual([]);
    expect((await newSpec(bob, copy, {})).shortId).toBe("SPEC-4");
    const { results } = (await bob.get("/v1/search?q=Quay&kind=spec")).body;
    expect(results.map(({ planShortId }: { planShortId: string }) => planShortId)).toContain(copy.shortId);
    expect((await bob.get(`${copy.path}/specs/SPEC-2/versions`)).body.versions).toHaveLength(1);
    expect(await miscounts(world.context.db, 10)).toEqual([]);
  });

  it("sub-plans that aren't archived and the needs between them come along, unless left out", async () => {
    const { bob } = world;
    const root = await newPlan(bob, project, { name: "Root" });
    const [early, late, old] = [
      await newPlan(bob, project, { name: "Early", parentPlanId: root.id }),
      await newPlan(bob, project, { name: "Late", parentPlanId: root.id }),
      await newPlan(bob, project, { name: "Old", parentPlanId: root.id }),
    ];
    await newPlan(bob, project, { name: "Deep", parentPlanId: late.id });
    const [a, b] = [await newSpec(bob, early, {}), await newSpec(bob, late, {})];
    await bob.post(`${late.path}/dependencies`, { fromPlanId: late.id, toPlanId: early.id });
    await bob.post(`${late.path}/dependencies`, { fromSpecId: b.id, toSpecId: a.id });
    await bob.post(`${old.path}/archive`);
    const copy = await duplicate(root.path, { name: "Again", projectSlug: "other" });
    expect(copy.path).toContain("/v1/projects/other/");
    const tree = (await bob.get(`${copy.path}/tree`)).body;
    const names = tree.children.map(({ plan, children }: { plan: { name: string }; children: [] }) => [
      plan.name,
      children.length,
    ]);
    expect([tree.plan.name, names]).toEqual([
      "Again",
      [
        ["Early", 0],
        ["Late", 1],
      ],
    ]);
    const lateCopy = `/v1/projects/other/plans/${tree.children[1].plan.shortId}`;
    const { dependencies } = (await bob.get(`${lateCopy}/dependencies`)).body;
    expect(dependencies.map(({ fromPlanId }: { fromPlanId: string }) => fromPlanId === null).sort()).toEqual([
      false,
      true,
    ]);
    expect((await duplicate(root.path, { withSubPlans: false })).specCount).toBe(0);
    expect((await duplicate(late.path, { withSpecs: false })).specCount).toBe(0);
    const part = await duplicate(late.path);
    expect(part).toMatchObject({ parentPlanId: null, specCount: 1 });
    expect((await bob.get(`${part.path}/dependencies`)).body.dependencies).toEqual([]);
    expect(await miscounts(world.context.db, 10)).toEqual([]);
  });

  it("a copy of a PRIVATE plan is PRIVATE and its reader's own, sub-plans included", async () => {
    const { bob, carol, vera, alice } = world;
    const hidden = await newPlan(bob, project, { visibility: "PRIVATE" });
    const part = await newPlan(bob, project, { parentPlanId: hidden.id });
    expect(outcome(await carol.post(`${hidden.path}/duplicate`, {}))).toBe("404 not_found");
    expect(outcome(await alice.post(`${part.path}/duplicate`, {}))).toBe("404 not_found");
    await bob.put(`${hidden.path}/shares/${carol.userId}`, { capability: "READ" });
    for (const path of [hidden.path, part.path]) {
      const copy = await duplicate(path, {}, carol);
      expect(copy).toMatchObject({ visibility: "PRIVATE", ownerUserId: carol.userId, capability: "OWN" });
      expect(outcome(await bob.get(copy.path))).toBe("404 not_found");
    }
    await bob.put(`${hidden.path}/shares/${vera.userId}`, { capability: "READ" });
    expect(outcome(await vera.post(`${hidden.path}/duplicate`, {}))).toBe("403 forbidden");
    expect(outcome(await bob.post(`${hidden.path}/duplicate`, { projectSlug: "nowhere" }))).toBe(
      "404 not_found",
    );
    await bob.post(`${hidden.path}/archive`);
    expect(outcome(await bob.post(`${hidden.path}/duplicate`, {}))).toBe("409 plan_archived");
  });

  it("a copied spec stands last below the same parent, without needs and work", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const [parent, needed] = [await newSpec(bob, plan, {}), await newSpec(bob, plan, {})];
    const body = { title: "x".repeat(200), content: "1. Works.", needsFirst: [needed.shortId], effort: 2 };
    const spec = await newSpec(bob, plan, { ...body, parentSpecId: parent.id, externalRef: "R-1" });
    await bob.patch(spec.path, { status: "DONE" });
    const answer = await bob.post(`${spec.path}/duplicate`, {});
    expect(outcome(answer)).toBe("201");
    expect(answer.body.spec).toMatchObject({
      shortId: "SPEC-4",
      title: `${"x".repeat(193)} (copy)`,
      content: "1. Works.",
      status: "TODO",
      needsFirst: [],
      effort: 2,
      parentSpecId: parent.id,
      externalRef: null,
    });
    const named = await bob.post(`${spec.path}/duplicate`, { title: "Named" });
    expect(named.body.spec).toMatchObject({ shortId: "SPEC-5", title: "Named" });
    expect(await miscounts(world.context.db, 10)).toEqual([]);
  });

  it("copies have pictures of their own, which stay when the original goes", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    const spec = await newSpec(bob, plan, {});
    const elsewhere = await newSpec(bob, await newPlan(bob, project), {});
    const [own, ofPlan, foreign] = [
      await picture(spec.id),
      await picture(plan.id),
      await picture(elsewhere.id),
    ];
    const content = `![a](${own}) ![b](${ofPlan}) ![c](${foreign}) ![d](${own})`;
    await bob.patch(spec.path, { content });
    await bob.patch(plan.path, { description: `![a](${own})` });
    const [copy] = await specsOf((await duplicate(plan.path)).path);
    const paths = [...(copy?.content ?? "").matchAll(/\((.*?)\)/g)].map(([, path]) => path);
    expect(paths[2]).toBe(foreign);
    expect(paths[0]).toBe(paths[3]);
    expect(new Set([own, ofPlan, ...paths]).size).toBe(5);
    const { spec: again } = (await bob.post(`${spec.path}/duplicate`, {})).body;
    expect(again.content).not.toContain(own);
    await bob.delete(plan.path);
    for (const path of paths) expect(outcome(await bob.get(String(path)))).toBe("200");
    expect(outcome(await carol.get(String(paths[0])))).toBe("404 not_found");
    expect(outcome(await bob.get(own))).toBe("404 not_found");
  });

  it("any plan's copy has the same titles, parents and needs by number", async () => {
    const { bob } = world;
    const shape = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(shape, async (entries) => {
        const plan = await newPlan(bob, project);
        const specs = entries.map(([needs, parent], n) => ({
          ref: `r${n}`,
          title: `Spec ${n}`,
          ...(n > 0 ? { needsFirst: [`r${needs % n}`], parentSpecId: `r${parent % n}` } : {}),
        }));
        await bob.post(`${plan.path}/specs/batch`, { specs });
        const order = (await specsOf(plan.path)).map(({ shortId }) => shortId).toReversed();
        await bob.post(`${plan.path}/specs/reorder`, { specShortIds: order });
        for (const [n, [, , isDeleted]] of entries.entries())
          if (isDeleted && n > 0) await bob.delete(`${plan.path}/specs/SPEC-${n + 1}`);
        const told = (specs: Spec[]) =>
          specs.map(({ shortId, title, needsFirst, parentShortId }) => [
            shortId,
            title,
            needsFirst,
            parentShortId,
          ]);
        const copy = await duplicate(plan.path);
        expect(told(await specsOf(copy.path))).toEqual(told(await specsOf(plan.path)));
      }),
      { numRuns: 8, endOnFailure: true },
    );
    expect(await miscounts(world.context.db, 10)).toEqual([]);
  });
});
