import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { bring, type Source } from "../scene.test-support.ts";

const project = "/v1/projects/web";
let refs = 0;

describe.each(databases)("the needs and parents of an import, on $database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  /** Returns a plan of specs `a`, `b` and so on with these needs. */
  const planOf = (ref: string, needs: Record<string, string[] | undefined>): Source => ({
    externalRef: ref,
    name: ref,
    specs: Object.entries(needs).map(([name, needsFirst]) => ({
      externalRef: `${ref}/${name}`,
      title: name,
      ...(needsFirst
        ? { needsFirst: needsFirst.map((one) => (one.includes(":") ? one : `${ref}/${one}`)) }
        : {}),
    })),
  });

  const read = async (handle: string) =>
    (await world.alice.get(`${project}/plans/${handle}/specs`)).body.specs;
  /** Returns `{a: ["b"]}` by the specs' titles. */
  const needsIn = async (handle: string) => {
    const specs = await read(handle);
    const titleOf = new Map(
      specs.map((spec: { shortId: string; title: string }) => [spec.shortId, spec.title]),
    );
    return Object.fromEntries(
      specs.map((spec: { title: string; needsFirst: string[] }) => [
        spec.title,
        spec.needsFirst.map((need) => titleOf.get(need)).sort(),
      ]),
    );
  };
  const handleIn = async (plan: string, title: string) =>
    (await read(plan)).find((spec: { title: string }) => spec.title === title).shortId;
  const patch = (plan: string, spec: string, body: object) =>
    world.alice.patch(`${project}/plans/${plan}/specs/${spec}`, body);
  const newRef = () => `kiro:linked-${refs++}`;

  it("needs are taken, in any order of the specs, and the same import again changes nothing", async () => {
    const source = planOf(newRef(), { a: ["c"], b: ["a", "c"], c: [] });
    const [plan] = await bring(world.alice, project, [source]);
    expect(await needsIn(plan.planShortId)).toEqual({ a: ["c"], b: ["a", "c"], c: [] });
    const [again] = await bring(world.alice, project, [source]);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 3, specs: [] });
  });

  it("a need that somebody removed here stays removed, and one that somebody added stays", async () => {
    const ref = newRef();
    const [{ planShortId: plan }] = await bring(world.alice, project, [
      planOf(ref, { a: ["b"], b: [], c: [] }),
    ]);
    const [a, c] = [await handleIn(plan, "a"), await handleIn(plan, "c")];
    await patch(plan, a, { needsFirst: [c] });
    const [again] = await bring(world.alice, project, [planOf(ref, { a: ["b"], b: ["c"], c: [] })]);
    expect(again.specs).toMatchObject([
      { externalRef: `${ref}/b`, outcome: "updated", changed: ["needsFirst"] },
    ]);
    expect(await needsIn(plan)).toEqual({ a: ["c"], b: ["c"], c: [] });
    await bring(world.alice, project, [planOf(ref, { a: [], b: [], c: [] })]);
    expect(await needsIn(plan)).toEqual({ a: ["c"], b: [], c: [] });
  });

  it("needs that were never imported are added to those here, and omitted ones say nothing", async () => {
    const ref = newRef();
    const [{ planShortId: plan }] = await bring(world.alice, project, [
      planOf(ref, { a: undefined, b: undefined, c: undefined }),
    ]);
    await patch(plan, await handleIn(plan, "a"), { needsFirst: [await handleIn(plan, "b")] });
    await bring(world.alice, project, [planOf(ref, { a: ["c"], b: undefined, c: undefined })]);
    expect(await needsIn(plan)).toEqual({ a: ["b", "c"], b: [], c: [] });
    await bring(world.alice, project, [planOf(ref, { a: undefined, b: undefined, c: undefined })]);
    expect(await needsIn(plan)).toEqual({ a: ["b", "c"], b: [], c: [] });
  });

  it("a need that would close a cycle, names the spec itself or nobody knows is left out and told each time", async () => {
    const ref = newRef();
    const source = planOf(ref, { a: ["b", "gone"], b: ["a"], c: ["c"] });
    const [plan] = await bring(world.alice, project, [source]);
    expect(await needsIn(plan.planShortId)).toEqual({ a: ["b"], b: [], c: [] });
    const notes = [
      { externalRef: `${ref}/a`, notes: [expect.stringContaining(`${ref}/gone`)] },
      { externalRef: `${ref}/b`, notes: [expect.stringContaining("in a cycle")] },
      { externalRef: `${ref}/c`, notes: [expect.stringContaining("itself")] },
    ];
    expect(plan.specs).toMatchObject(notes);
    const [again] = await bring(world.alice, project, [source]);
    expect(again).toMatchObject({ updated: 0, specs: notes });
  });

  it("a need that would close a cycle with one that somebody added here is left out", async () => {
    const ref = newRef();
    const [{ planShortId: plan }] = await bring(world.alice, project, [planOf(ref, { a: [], b: [], c: [] })]);
    await patch(plan, await handleIn(plan, "a"), { needsFirst: [await handleIn(plan, "b")] });
    const [again] = await bring(world.alice, project, [planOf(ref, { a: [], b: ["a", "c"], c: [] })]);
    expect(again.specs).toMatchObject([
      { changed: ["needsFirst"], notes: [expect.stringContaining(`${ref}/a`)] },
    ]);
    expect(await needsIn(plan)).toEqual({ a: ["b"], b: ["c"], c: [] });
  });

  it("specs may need those of other plans, of the same import or an earlier one", async () => {
    const [early, ref] = [newRef(), newRef()];
    const [before] = await bring(world.alice, project, [planOf(early, { x: [] })]);
    const tasks = { ...planOf(`${ref}:tasks`, { t: [] }), parentExternalRef: ref };
    const story = planOf(ref, { s: [`${ref}:tasks/t`, `${early}/x`] });
    const [plan, sub] = await bring(world.alice, project, [story, tasks]);
    const [spec] = await read(plan.planShortId);
    const needed = async () =>
      (await world.alice.get(`${project}/plans/${plan.planShortId}/dependencies`)).body.dependencies
        .filter(({ fromSpecId }: { fromSpecId: string | null }) => fromSpecId === spec.id)
        .map(({ toHandle }: { toHandle: string }) => toHandle.split("/")[0]);
    expect((await needed()).sort()).toEqual([before.planShortId, sub.planShortId].sort());
    const [again] = await bring(world.alice, project, [story, tasks]);
    expect(again).toMatchObject({ updated: 0, specs: [] });
    await bring(world.alice, project, [planOf(ref, { s: [`${early}/x`] }), tasks]);
    expect(await needed()).toEqual([before.planShortId]);
  });

  it("parents are taken, merged like needs, and one that lies under its child is left out", async () => {
    const ref = newRef();
    const tree = (parents: Record<string, string | null | undefined>): Source => ({
      externalRef: ref,
      name: "Tree",
      specs: Object.entries(parents).map(([name, parent]) => ({
        externalRef: `${ref}/${name}`,
        title: name,
        ...(parent === undefined ? {} : { parentRef: parent === null ? null : `${ref}/${parent}` }),
      })),
    });
    const [{ planShortId: plan, specs }] = await bring(world.alice, project, [
      tree({ a: "b", b: null, c: "a" }),
    ]);
    const parentsIn = async () => {
      const all = await read(plan);
      const titles = new Map(all.map((spec: { id: string; title: string }) => [spec.id, spec.title]));
      return Object.fromEntries(
        all.map((spec: { title: string; parentSpecId: string | null }) => [
          spec.title,
          titles.get(spec.parentSpecId) ?? null,
        ]),
      );
    };
    expect(specs).toEqual([]);
    expect(await parentsIn()).toEqual({ a: "b", b: null, c: "a" });
    await patch(plan, await handleIn(plan, "c"), { parentSpecId: null });
    const [again] = await bring(world.alice, project, [tree({ a: "b", b: "a", c: "a" })]);
    expect(again.specs).toMatchObject([
      { externalRef: `${ref}/b`, notes: [expect.stringContaining("lies under")] },
    ]);
    expect(await parentsIn()).toEqual({ a: "b", b: null, c: null });
    const [last] = await bring(world.alice, project, [tree({ a: null, b: null, c: "b" })]);
    expect(last.specs).toMatchObject([
      { externalRef: `${ref}/a`, changed: ["parentSpecId"] },
      { externalRef: `${ref}/c`, conflicts: [{ field: "parentSpecId", here: "", source: `${ref}/b` }] },
    ]);
    expect(await parentsIn()).toEqual({ a: null, b: null, c: null });
  });

  it("an effort is merged like a status", async () => {
    const ref = newRef();
    const sized = (effort?: number | null): Source => ({
      externalRef: ref,
      name: "Sized",
      specs: [{ externalRef: `${ref}/1`, title: "One", ...(effort === undefined ? {} : { effort }) }],
    });
    const [{ planShortId: plan }] = await bring(world.alice, project, [sized(2)]);
    const effort = async () => (await read(plan))[0].effort;
    expect(await effort()).toBe(2);
    const [same] = await bring(world.alice, project, [sized()]);
    expect(same).toMatchObject({ updated: 0 });
    await bring(world.alice, project, [sized(3)]);
    expect(await effort()).toBe(3);
    await patch(plan, await handleIn(plan, "One"), { effort: 5 });
    const [conflict] = await bring(world.alice, project, [sized(1)]);
    expect(conflict.specs).toMatchObject([{ conflicts: [{ field: "effort", here: "5", source: "1" }] }]);
    expect(await effort()).toBe(5);
    await bring(world.alice, project, [sized(null)], { onConflict: "theirs" });
    expect(await effort()).toBeNull();
  });

  it("comments become one thread, and a second import adds only new ones", async () => {
    const ref = newRef();
    const said = (...texts: string[]): Source => ({
      externalRef: ref,
      name: "Said",
      specs: [
        {
          externalRef: `${ref}/1`,
          title: "One",
          comments: texts.map((text, n) => ({ author: "Kim *K*", text, at: `2026-01-0${n + 1}T10:00:00Z` })),
        },
      ],
    });
    const [{ planShortId: plan }] = await bring(world.alice, project, [said("First.", "Second.")]);
    const [spec] = await read(plan);
    const threads = async () => (await world.alice.get(`/v1/documents/${spec.id}/threads`)).body.threads;
    const bodies = async () =>
      (await threads()).flatMap(({ comments }: { comments: { body: string }[] }) =>
        comments.map(({ body }) => body),
      );
    const both = [
      "From the import",
      "**Kim \\*K\\***, 2026-01-01\n\nFirst.",
      "**Kim \\*K\\***, 2026-01-02\n\nSecond.",
    ];
    expect(await bodies()).toEqual(both);
    const [same] = await bring(world.alice, project, [said("First.", "Second.")]);
    expect(same).toMatchObject({ updated: 0, specs: [] });
    const [more] = await bring(world.alice, project, [said("First.", "Second.", "x".repeat(12_000))]);
    expect(more.specs).toMatchObject([{ outcome: "updated", changed: ["comments"] }]);
    expect((await bodies()).map((body: string) => body.length)).toEqual([
      ...both.map(({ length }) => length),
      9627,
      2439,
    ]);
    expect(await threads()).toHaveLength(1);
  });

  it("a need that a need of its plan opposes is left out, and a long chain beside it is taken", async () => {
    const [first, second] = [newRef(), newRef()];
    const [one, two] = await bring(world.alice, project, [
      planOf(first, { a: [] }),
      planOf(second, { b: [] }),
    ]);
    const need = { fromPlanId: one.planId, toPlanId: two.planId };
    const answer = await world.alice.post(`${project}/plans/${one.planShortId}/dependencies`, need);
    expect(answer.status).toBe(201);
    const chain = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`c${n}`, n === 0 ? [] : [`c${n - 1}`]]),
    );
    const both = [planOf(first, { a: [] }), planOf(second, { b: [], ...chain, new: [`${first}/a`] })];
    const [, result] = await bring(world.alice, project, both);
    expect(result.specs.filter(({ notes = [] }: { notes?: string[] }) => notes.length > 0)).toMatchObject([
      { externalRef: `${second}/new`, notes: [expect.stringContaining("in a cycle")] },
    ]);
    const [beside] = await bring(world.alice, project, [planOf(newRef(), chain)]);
    expect(beside).toMatchObject({ created: 300, specs: [] });
  });

  it("a dry run tells of needs, parents and comments, and writes none", async () => {
    const ref = newRef();
    const bare = planOf(ref, { a: [], b: [] });
    const [{ planShortId: plan }] = await bring(world.alice, project, [bare]);
    const [dry] = await bring(world.alice, project, [planOf(ref, { a: ["b", "d"], b: [], d: ["a"] })], {
      dryRun: true,
    });
    expect(dry.specs).toMatchObject([
      { externalRef: `${ref}/a`, changed: ["needsFirst"] },
      { externalRef: `${ref}/d`, outcome: "created", notes: [expect.stringContaining("in a cycle")] },
    ]);
    expect(await needsIn(plan)).toEqual({ a: [], b: [] });
  });

  it("a new root plan may be private to who imports", async () => {
    const ref = newRef();
    const [plan] = await bring(world.bob, project, [
      { externalRef: ref, name: "Drafts", visibility: "PRIVATE" },
    ]);
    const shown = (await world.bob.get(`${project}/plans/${plan.planShortId}`)).body.plan;
    expect(shown).toMatchObject({ visibility: "PRIVATE", ownerUserId: world.bob.userId });
  });
});
