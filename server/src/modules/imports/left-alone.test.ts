import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { purgeDeleted } from "../specs/deleted/purge-specs.ts";
import { bring, source } from "./scene.test-support.ts";

const project = "/v1/projects/web";
let refs = 0;
const newRef = () => `kiro:left-${refs++}`;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  const specsOf = async (handle: string) =>
    (await world.alice.get(`${project}/plans/${handle}/specs`)).body.specs;

  it("adopts resources created here under the same references: equal fields are accepted, others conflict as a whole", async () => {
    const ref = newRef();
    const plan = await newPlan(world.alice, project, {
      externalRef: ref,
      name: "Albums",
      description: "Other.",
    });
    await newSpec(world.alice, plan, { externalRef: `${ref}/1`, title: "Spec 1", content: "a\nb" });
    await newSpec(world.alice, plan, { externalRef: `${ref}/mine` });
    const [told] = await bring(world.alice, project, [source(ref, "a\nc", "New.")]);
    expect(told).toMatchObject({ planShortId: plan.shortId, outcome: "unchanged", created: 1, unchanged: 1 });
    expect(told.conflicts).toEqual([
      { field: "description", line: 1, here: "Other.", source: "Why.\n\nAnd how." },
    ]);
    expect(told.specs).toMatchObject([
      {
        specShortId: "SPEC-1",
        outcome: "unchanged",
        conflicts: [{ field: "content", line: 1, here: "a\nb", source: "a\nc" }],
      },
      { specShortId: "SPEC-3", outcome: "created", title: "Spec 2" },
    ]);
    const before = await hashOfRows(world);
    const [again] = await bring(world.alice, project, [source(ref, "a\nc", "New.")]);
    expect(again.conflicts).toEqual(told.conflicts);
    expect(again.specs).toEqual(told.specs.slice(0, 1));
    expect(await hashOfRows(world)).toBe(before);
    await bring(world.alice, project, [source(ref, "a\nc", "New.")], { onConflict: "theirs" });
    expect((await world.alice.get(plan.path)).body.plan.description).toBe("Why.\n\nAnd how.");
  });

  it("leaves a deleted spec out, and keeps nothing of its text once it is purged; `theirs` creates it again", async () => {
    const ref = newRef();
    const texts = source(ref, "Secret of one.", "Two.");
    const [{ planShortId, planId }] = await bring(world.alice, project, [texts]);
    const path = `${project}/plans/${planShortId}`;
    const { spec } = (await world.alice.get(`${path}/specs/SPEC-1`)).body;
    await world.alice.delete(`${path}/specs/SPEC-1`);
    const [early] = await bring(world.alice, project, [texts]);
    expect(early.specs).toMatchObject([{ outcome: "deleted" }]);
    const workspaceId = (await world.alice.get("/v1/me")).body.workspace.id;
    const deletedBefore = new Date(Date.now() + 1000).toISOString();
    await world.command(purgeDeleted, { workspaceId, id: spec.id, deletedBefore });
    const rows = await world.context.db
      .selectFrom("imported")
      .select(["title", "content", "status", "text_hash"])
      .where("plan_id", "=", planId)
      .where("external_ref", "=", `${ref}/1`)
      .execute();
    expect(rows).toEqual([{ title: null, content: null, status: null, text_hash: null }]);
    for (const again of [texts, source(ref, "Secret, changed.", "Two.")]) {
      const before = await hashOfRows(world);
      const [told] = await bring(world.alice, project, [again]);
      expect(told).toMatchObject({ outcome: "unchanged", created: 0, unchanged: 1 });
      expect(told.specs).toEqual([
        {
          externalRef: `${ref}/1`,
          specShortId: null,
          title: "Spec 1",
          outcome: "deleted",
          changed: [],
          conflicts: [],
        },
      ]);
      expect(await hashOfRows(world)).toBe(before);
    }
    const [made] = await bring(world.alice, project, [texts], { onConflict: "theirs" });
    expect(made.specs).toMatchObject([{ outcome: "created", specShortId: "SPEC-3" }]);
    const [last] = await bring(world.alice, project, [texts]);
    expect(last).toMatchObject({ unchanged: 2, specs: [] });
  });

  it("leaves a spec that was moved to another plan, without naming it, and clears its text when that plan is deleted", async () => {
    const ref = newRef();
    const texts = source(ref, "One.", "Two.");
    const [{ planShortId, planId }] = await bring(world.alice, project, [texts]);
    const other = await newPlan(world.alice, project);
    await world.alice.post(`${project}/plans/${planShortId}/specs/SPEC-1/move`, { planId: other.shortId });
    const changed = source(ref, "One, changed.", "Two.");
    for (const onConflict of ["keep", "theirs"] as const) {
      const [told] = await bring(world.alice, project, [changed], { onConflict });
      expect(told.specs).toEqual([
        {
          externalRef: `${ref}/1`,
          specShortId: null,
          title: "Spec 1",
          outcome: "moved",
          changed: [],
          conflicts: [],
        },
      ]);
    }
    await world.alice.delete(other.path);
    const rows = await world.context.db
      .selectFrom("imported")
      .select("content")
      .where("plan_id", "=", planId)
      .where("external_ref", "=", `${ref}/1`)
      .execute();
    expect(rows).toEqual([{ content: null }]);
    const [told] = await bring(world.alice, project, [changed]);
    expect(told.specs).toMatchObject([{ outcome: "deleted" }]);
  });

  it("names items missing from the source at each import, and leaves them", async () => {
    const ref = newRef();
    const [{ planShortId }] = await bring(world.alice, project, [source(ref, "One.", "Two.")]);
    for (let time = 0; time < 2; time++) {
      const [told] = await bring(world.alice, project, [source(ref, "One.")]);
      expect(told.specs).toEqual([
        {
          externalRef: `${ref}/2`,
          specShortId: "SPEC-2",
          title: "Spec 2",
          outcome: "vanished",
          changed: [],
          conflicts: [],
        },
      ]);
    }
    expect(await specsOf(planShortId)).toHaveLength(2);
    const [back] = await bring(world.alice, project, [source(ref, "One.", "Two, changed.")]);
    expect(back.specs).toMatchObject([{ outcome: "updated", specShortId: "SPEC-2" }]);
  });

  it("leaves an archived plan with its sub-plans and specs, and creates a deleted one again", async () => {
    const ref = newRef();
    const sub = { ...source(`${ref}/tasks`, "Task."), parentExternalRef: ref };
    const [first] = await bring(world.alice, project, [source(ref, "One."), sub]);
    const path = `${project}/plans/${first.planShortId}`;
    await world.alice.post(`${path}/archive`);
    const before = await hashOfRows(world);
    const later = { ...source(`${ref}/more`, "More."), parentExternalRef: `${ref}/tasks` };
    const told = await bring(world.alice, project, [source(ref, "Changed."), sub, later]);
    expect(told.map((one: { outcome: string }) => one.outcome)).toEqual(["archived", "archived", "archived"]);
    expect(told[0]).toMatchObject({ planShortId: first.planShortId, name: "Albums", specs: [] });
    expect(told[2]).toMatchObject({ planId: null, planShortId: null });
    expect(await hashOfRows(world)).toBe(before);
    await world.alice.post(`${path}/restore`);
    expect(outcome(await world.alice.delete(path))).toBe("200");
    expect(
      await world.context.db.selectFrom("imported").where("plan_id", "=", first.planId).selectAll().execute(),
    ).toEqual([]);
    const [afresh] = await bring(world.alice, project, [source(ref, "One."), sub]);
    expect(afresh).toMatchObject({ outcome: "created", created: 1 });
  });

  it("follows a reference that people gave to another plan or spec", async () => {
    const ref = newRef();
    const [{ planShortId }] = await bring(world.alice, project, [source(ref, "One.", "Two.")]);
    const path = `${project}/plans/${planShortId}`;
    const swap = [
      { spec: "SPEC-1", externalRef: null },
      { spec: "SPEC-2", externalRef: `${ref}/1` },
      { spec: "SPEC-1", externalRef: `${ref}/2` },
    ];
    for (const { spec, externalRef } of swap)
      await world.alice.patch(`${path}/specs/${spec}`, { externalRef });
    const [swapped] = await bring(world.alice, project, [source(ref, "Two, changed.", "One, changed.")]);
    expect(swapped).toMatchObject({ created: 0, updated: 2 });
    const contents = (await specsOf(planShortId)).map(({ content }: { content: string }) => content);
    expect(contents).toEqual(["One, changed.", "Two, changed."]);

    await world.alice.patch(path, { externalRef: null });
    const [same] = await bring(world.alice, project, [source(ref, "Two, changed.", "One, changed.")]);
    expect(same).toMatchObject({ planShortId, unchanged: 2 });
    const other = await newPlan(world.alice, project, { externalRef: ref });
    const [given] = await bring(world.alice, project, [source(ref, "New.")]);
    expect(given).toMatchObject({ planShortId: other.shortId, outcome: "unchanged", created: 1 });
    expect(given.conflicts.map(({ field }: { field: string }) => field)).toEqual(["name", "description"]);
  });
});
