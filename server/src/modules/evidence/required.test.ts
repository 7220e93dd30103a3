import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { newSpec, outcome } from "../plans/scene.test-support.ts";
import { project, run, setUpEvidence, textOf, twoCriteria } from "./scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const { world, scene, setPolicy, add, read, taken, complete, headerOf, atConsole } = setUpEvidence(create);
  beforeEach(() => setPolicy("required"));

  const done = { status: "DONE" };
  const bulk = () =>
    world.bob.patch(`${scene.plan.path}/specs`, { specShortIds: [scene.spec.shortId], changes: done });
  const imports = (status: string, externalRef: string) =>
    world.bob.post(`${project}/imports`, {
      plans: [
        {
          externalRef: `kiro:${scene.plan.shortId}`,
          name: "Imported",
          specs: [{ externalRef, title: "Old", content: twoCriteria, status }],
        },
      ],
    });

  it("lets a spec become done on every way only with a pass for each criterion", async () => {
    const { bob } = world;
    const body = { title: "New", content: twoCriteria, ...done };
    await add(bob, run("AC-1"), run(2, { result: "failed" }));
    const ways = [
      [await bob.patch(scene.spec.path, done), [2]],
      [await bob.patch(scene.spec.path, { ...done, content: textOf(["One.", "AC-1: Two."]) }), [1, "AC-1"]],
      [await bulk(), [2]],
      [await bob.post(`${scene.plan.path}/specs`, body), ["AC-1", 2]],
      [await bob.post(`${scene.plan.path}/specs/batch`, { specs: [body] }), ["AC-1", 2]],
    ] as const;
    for (const [answer, criteria] of ways) {
      expect(outcome(answer)).toBe("409 evidence_missing");
      expect(answer.body.error.details.criteria).toEqual(criteria);
    }
    const claim = await taken(bob);
    const refused = await complete(bob, claim, run("AC-1"));
    expect([outcome(refused), refused.body.error.details]).toEqual([
      "409 evidence_missing",
      { criteria: [2] },
    ]);
    const headed = await bob.patch(scene.spec.path, done, headerOf(claim));
    expect(outcome(headed)).toBe("409 evidence_missing");
    expect((await bob.get(`${scene.spec.path}/evidence`)).body.evidence).toHaveLength(2);
    expect((await bob.get(`${scene.plan.path}/specs`)).body.specs).toHaveLength(1);
    const answer = await complete(bob, claim, run(2));
    expect([answer.status, answer.body.spec.status, answer.body.open]).toEqual([200, "DONE", []]);
  });

  it("wants at least one criterion, and counts what is there by hand and in bulk, too", async () => {
    const { bob } = world;
    await bob.patch(scene.spec.path, { content: "No criteria." });
    const none = await bob.patch(scene.spec.path, done);
    expect([outcome(none), none.body.error.details.criteria]).toEqual(["409 evidence_missing", []]);
    await bob.patch(scene.spec.path, { content: twoCriteria });
    await add(bob, run(1), run(2));
    expect(outcome(await bulk())).toBe("200");
    // Done stays done when words change.
    await bob.patch(scene.spec.path, { content: textOf(["Other words."]) });
    expect(await read()).toMatchObject({ ...done, awaitsReview: false });
    const many = await newSpec(bob, scene.plan, { content: twoCriteria });
    const both = await bob.patch(`${scene.plan.path}/specs`, {
      specShortIds: [scene.spec.shortId, many.shortId],
      changes: done,
    });
    expect(both.body.error.details.criteria).toEqual(["AC-1", 2]);
  });

  it("lets finished specs be imported, and leaves the status of one that is here and not proven", async () => {
    const { bob } = world;
    const first = (await imports("DONE", "kiro:a")).body.import.plans[0];
    const path = `${project}/plans/${first.planShortId}/specs`;
    const [imported] = (await bob.get(path)).body.specs;
    expect(imported.status).toBe("DONE");
    await imports("TODO", "kiro:b");
    const again = (await imports("DONE", "kiro:b")).body.import.plans[0].specs;
    const left = again.find((spec: { externalRef: string }) => spec.externalRef === "kiro:b");
    expect([left.outcome, left.conflicts]).toEqual(["unchanged", []]);
    expect(left.notes).toEqual([expect.stringContaining("status stays TODO")]);
    const address = `${path}/${left.specShortId}`;
    expect((await bob.get(address)).body.spec.status).toBe("TODO");
    await bob.post(`${address}/evidence`, { evidence: [run(1), run(2)] });
    const proven = (await imports("DONE", "kiro:b")).body.import.plans[0].specs;
    expect(proven[0]).toMatchObject({ changed: ["status"], conflicts: [] });
    expect(proven[0]).not.toHaveProperty("notes");
  });

  it("asks for nothing under asked, and shows what is open", async () => {
    await setPolicy("asked", "person");
    const claim = await taken(world.bob);
    const answer = await complete(world.bob, claim, run(1));
    expect([answer.status, answer.body.spec.status, answer.body.open]).toEqual([200, "DONE", [2]]);
  });

  it("counts by the project's reviewer rule", async () => {
    await setPolicy("off");
    await world.alice.patch(project, { evidence: "required", reviewer: "not_the_holder" });
    await world.bob.patch(scene.spec.path, { status: "IN_PROGRESS" });
    await add(world.bob, run(1), run(2));
    const told = await world.bob.patch(scene.spec.path, done);
    expect([outcome(told), told.body.error.details.criteria]).toEqual(["409 evidence_missing", ["AC-1", 2]]);
    await add(world.carol, run(1));
    await add(await atConsole(world.bob), run(2, { kind: "review", checks: undefined }));
    // A later pass of the holder takes nothing away.
    await add(world.bob, run(1), run(2));
    expect(outcome(await world.bob.patch(scene.spec.path, done))).toBe("200");
    await world.alice.patch(project, { evidence: null, reviewer: null });
  });

  it("holds the criteria of a claimed spec against its holder's keys", async () => {
    const { bob, carol } = world;
    const claim = await taken(bob);
    const write = (by: typeof bob, ...items: string[]) =>
      by.patch(scene.spec.path, { content: textOf(items) }, by === bob ? headerOf(claim) : {});
    const [first, second] = ["AC-1: An empty order is 400.", "A full order is 201."];
    expect(outcome(await write(bob, first, "A full order is 200."))).toBe("409 criteria_held");
    expect(outcome(await write(bob, first))).toBe("409 criteria_held");
    const edits = [{ old: "201", new: "200" }];
    expect(outcome(await bob.patch(scene.spec.path, { edits }))).toBe("409 criteria_held");
    const batch = { specs: [{ spec: scene.spec.shortId, edits }] };
    expect(outcome(await bob.post(`${scene.plan.path}/specs/batch`, batch))).toBe("409 criteria_held");
    expect(outcome(await write(bob, second, "AC-9: An   empty order is 400.", "A third."))).toBe("200");
    expect(outcome(await write(carol, "Carol's own words."))).toBe("200");
    const { versions } = (await bob.get(`${scene.spec.path}/versions`)).body;
    const restore = `${scene.spec.path}/versions/${versions.at(-1).seq}/restore`;
    expect(outcome(await bob.post(restore))).toBe("409 criteria_held");
    const suggestions = `/v1/documents/${scene.spec.id}/suggestions`;
    const hunks = [{ exact: "Carol's own", replacement: "Other" }];
    const { revision } = await read();
    const made = await bob.post(suggestions, { baseRevision: String(revision), hunks });
    const { suggestion } = made.body;
    const accept = `${suggestions}/${suggestion.id}/accept`;
    expect(outcome(await bob.post(accept))).toBe("409 criteria_held");
    const console = await atConsole(bob);
    expect(outcome(await console.post(accept))).toBe("200");
    await setPolicy("asked");
    expect(outcome(await write(bob, first))).toBe("200");
  });
});
