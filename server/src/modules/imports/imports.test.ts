import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { bring, send, source } from "./scene.test-support.ts";

const project = "/v1/projects/web";
let refs = 0;
const newRef = () => `kiro:albums-${refs++}`;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  const specsOf = async (handle: string) =>
    (await world.alice.get(`${project}/plans/${handle}/specs`)).body.specs;
  const planOf = async (handle: string) => (await world.alice.get(`${project}/plans/${handle}`)).body.plan;

  it("creates plans with their specs, sub-plans under their parents, and their events", async () => {
    const ref = newRef();
    const root = source(ref, "One.", "Two.");
    const sub = {
      ...source(`${ref}/tasks`, "Task."),
      parentExternalRef: ref,
      name: "Tasks",
      description: "",
      status: "BUILDING",
    };
    const [first, second] = await bring(world.bob, project, [root, sub]);
    expect(first).toEqual({
      externalRef: ref,
      planId: expect.any(String),
      planShortId: expect.stringMatching(/^PLAN-\d+$/),
      name: "Albums",
      outcome: "created",
      changed: [],
      conflicts: [],
      created: 2,
      updated: 0,
      unchanged: 0,
      specs: [],
      sources: [],
    });
    const plan = await planOf(first.planShortId);
    expect(plan).toMatchObject({
      name: "Albums",
      description: root.description,
      externalRef: ref,
      status: "PLANNING",
      visibility: "TEAM",
      ownerUserId: world.bob.userId,
      specCount: 2,
      revision: 1,
    });
    expect(await planOf(second.planShortId)).toMatchObject({
      name: "Tasks",
      description: null,
      parentPlanId: first.planId,
      status: "BUILDING",
    });
    expect(await specsOf(first.planShortId)).toMatchObject([
      { shortId: "SPEC-1", title: "Spec 1", content: "One.", externalRef: `${ref}/1`, status: "TODO" },
      { shortId: "SPEC-2", title: "Spec 2", content: "Two.", externalRef: `${ref}/2` },
    ]);
    const events = await world.context.db
      .selectFrom("events")
      .select(["type", "plan_id", "actor_user_id"])
      .orderBy("seq", "desc")
      .limit(6)
      .execute();
    expect(events.reverse().map(({ type, plan_id }) => [type, plan_id === first.planId])).toEqual([
      ["plan.created", true],
      ["spec.created", true],
      ["spec.created", true],
      ["plan.created", false],
      ["spec.created", false],
      ["plan.status_changed", false],
    ]);
    expect(new Set(events.map((event) => event.actor_user_id))).toEqual(new Set([world.bob.userId]));
  });

  it("writes nothing if the source is unchanged since the last import, whatever people changed here", async () => {
    const ref = newRef();
    const plans = [
      source(ref, "One.", "Two."),
      { ...source(`${ref}/tasks`, "Task."), parentExternalRef: ref, status: "BUILDING" },
    ];
    const [first] = await bring(world.alice, project, plans);
    const untouched = async () => {
      const before = await hashOfRows(world);
      for (const onConflict of ["keep", "theirs", "ours"] as const) {
        const told = await bring(world.alice, project, plans, { onConflict });
        expect(told[0]).toMatchObject({ outcome: "unchanged", changed: [], unchanged: 2, specs: [] });
      }
      expect(await hashOfRows(world)).toBe(before);
    };
    await untouched();
    const path = `${project}/plans/${first.planShortId}`;
    await world.alice.patch(path, { name: "Renamed", description: null, status: "READY", externalRef: null });
    await world.alice.patch(`${path}/specs/SPEC-1`, { title: "x", content: "y", status: "DONE" });
    await world.alice.patch(`${path}/specs/SPEC-2`, { externalRef: null });
    await untouched();
  });

  it("applies changes of the source alone, and keeps those of people, also at the third import", async () => {
    const ref = newRef();
    const lines = ["a", "b", "c", "d", "e", "f"];
    const text = (changes: Record<string, string> = {}) =>
      lines.map((line) => changes[line] ?? line).join("\n");
    const [{ planShortId }] = await bring(world.alice, project, [source(ref, text(), "Other.")]);
    const spec = `${project}/plans/${planShortId}/specs/SPEC-1`;
    await world.alice.patch(spec, { content: text({ a: "people" }), title: "People's title" });

    const second = source(ref, text({ c: "source" }), "Other.");
    const [told] = await bring(world.alice, project, [second]);
    expect(told).toMatchObject({ outcome: "unchanged", created: 0, updated: 1, unchanged: 1 });
    expect(told.specs).toEqual([
      {
        externalRef: `${ref}/1`,
        specShortId: "SPEC-1",
        title: "People's title",
        outcome: "updated",
        changed: ["content"],
        conflicts: [],
      },
    ]);
    await world.alice.patch(spec, { content: text({ a: "people", c: "source", f: "again" }) });
    await bring(world.alice, project, [source(ref, text({ c: "source", d: "third" }), "Other.")]);
    const { body } = await world.alice.get(spec);
    expect(body.spec.content).toBe(text({ a: "people", c: "source", d: "third", f: "again" }));
    expect(body.spec).toMatchObject({ title: "People's title", revision: 5 });
    const { versions } = (await world.alice.get(`${spec}/versions`)).body;
    expect(versions).toHaveLength(5);
  });

  it("leaves lines that both changed as they are here, and shows the source's at each import until resolved", async () => {
    const ref = newRef();
    const [{ planShortId }] = await bring(world.alice, project, [source(ref, "a\nb\nc\nd\ne")]);
    const path = `${project}/plans/${planShortId}`;
    const spec = `${path}/specs/SPEC-1`;
    await world.alice.patch(spec, { title: "Here", content: "a\nhere\nc\nd\nmine", status: "DONE" });
    await world.alice.patch(path, { name: "Here", description: "Why here.\n\nAnd how." });
    const changed = {
      ...source(ref, "A\nthere\nc\nd\ne"),
      name: "There",
      description: "Why there.\n\nAnd how.\n",
    };
    changed.specs = changed.specs.map((one) => ({ ...one, title: "There", status: "IN_PROGRESS" }));
    const open = [
      { field: "title", line: null, here: "Here", source: "There" },
      { field: "content", line: 1, here: "a\nhere", source: "A\nthere" },
      { field: "status", line: null, here: "DONE", source: "IN_PROGRESS" },
    ];
    const dry = await bring(world.alice, project, [changed], { dryRun: true });
    const [told] = await bring(world.alice, project, [changed]);
    expect(dry).toEqual([told]);
    expect(told).toMatchObject({ outcome: "updated", changed: ["description"], unchanged: 1 });
    expect(told.conflicts).toEqual([
      { field: "name", line: null, here: "Here", source: "There" },
      { field: "description", line: 1, here: "Why here.", source: "Why there." },
    ]);
    expect(told.specs[0]).toMatchObject({ outcome: "unchanged", title: "Here", conflicts: open });
    expect((await planOf(planShortId)).description).toBe("Why here.\n\nAnd how.\n");

    const before = await hashOfRows(world);
    const [again] = await bring(world.alice, project, [changed]);
    expect(again).toEqual({ ...told, outcome: "unchanged", changed: [] });
    expect(await hashOfRows(world)).toBe(before);

    const [taken] = await bring(world.alice, project, [changed], { onConflict: "theirs" });
    expect(taken).toMatchObject({ name: "There", outcome: "updated", changed: ["name", "description"] });
    expect(taken.specs).toMatchObject([{ changed: ["title", "content", "status"], conflicts: [] }]);
    expect((await world.alice.get(spec)).body.spec).toMatchObject({
      title: "There",
      content: "A\nthere\nc\nd\nmine",
      status: "IN_PROGRESS",
    });
    const [last] = await bring(world.alice, project, [changed]);
    expect(last).toMatchObject({ outcome: "unchanged", conflicts: [], specs: [] });
  });

  it("resolves a conflict for the text here with `ours`: only a later change of the source shows it again", async () => {
    const ref = newRef();
    const [{ planShortId }] = await bring(world.alice, project, [source(ref, "a\nb")]);
    const spec = `${project}/plans/${planShortId}/specs/SPEC-1`;
    await world.alice.patch(spec, { content: "a\nhere" });
    const [told] = await bring(world.alice, project, [source(ref, "a\nthere")], { onConflict: "ours" });
    expect(told).toMatchObject({ outcome: "unchanged", unchanged: 1, specs: [] });
    const [again] = await bring(world.alice, project, [source(ref, "a\nthere")]);
    expect(again).toMatchObject({ unchanged: 1, specs: [] });
    expect((await world.alice.get(spec)).body.spec.content).toBe("a\nhere");
    const [later] = await bring(world.alice, project, [source(ref, "a\nthere again")]);
    expect(later.specs[0].conflicts).toEqual([
      { field: "content", line: 2, here: "here", source: "there again" },
    ]);
  });

  it("lets the plan's status follow the source if work began there, and its specs' too", async () => {
    const ref = newRef();
    const sourceAt = (status: string, ...specs: string[]) => {
      const plan = { ...source(ref, ...specs.map(() => "x")), status };
      return [{ ...plan, specs: plan.specs.map((spec, n) => ({ ...spec, status: specs[n] ?? "TODO" })) }];
    };
    const [{ planShortId }] = await bring(world.alice, project, sourceAt("PLANNING", "TODO", "DONE"));
    const status = async () => (await planOf(planShortId)).status;
    expect(await status()).toBe("PLANNING");
    const [begun] = await bring(world.alice, project, sourceAt("BUILDING", "TODO", "DONE"));
    expect(begun).toMatchObject({ outcome: "updated", changed: ["status"] });
    expect(await status()).toBe("BUILDING");
    await world.alice.patch(`${project}/plans/${planShortId}`, { status: "READY" });
    await bring(world.alice, project, sourceAt("BUILDING", "TODO", "DONE"));
    expect(await status()).toBe("READY");
    await bring(world.alice, project, sourceAt("BUILDING", "DONE", "DONE"));
    expect(await status()).toBe("DONE");
    await bring(world.alice, project, sourceAt("BUILDING", "DONE", "IN_PROGRESS"));
    expect(await status()).toBe("BUILDING");
    const [done] = await bring(world.alice, project, [
      {
        ...source(newRef(), "x"),
        status: "BUILDING",
        specs: [{ externalRef: "1", title: "x", status: "DONE" }],
      },
    ]);
    expect((await planOf(done.planShortId)).status).toBe("DONE");
  });

  it("reports in a dry run the import's effects, and writes nothing", async () => {
    const ref = newRef();
    const sub = { ...source(`${ref}/tasks`, "Task."), parentExternalRef: ref };
    const before = await hashOfRows(world);
    const dry = await bring(world.bob, project, [source(ref, "One."), sub], { dryRun: true });
    expect(dry).toMatchObject([
      { planId: null, planShortId: null, outcome: "created", created: 1 },
      { planId: null, planShortId: null, outcome: "created", created: 1 },
    ]);
    expect(await hashOfRows(world)).toBe(before);
    const body = { plans: [source(ref, "One.")], dryRun: true };
    const key = { "idempotency-key": ref };
    await world.alice.post(`${project}/imports`, body, key);
    await bring(world.alice, project, [source(ref, "One.")]);
    const replayed = await world.alice.post(`${project}/imports`, body, key);
    expect(replayed.body.import.plans).toMatchObject([{ outcome: "unchanged" }]);
  });

  it("refuses duplicate references and missing parents", async () => {
    const ref = newRef();
    const before = await hashOfRows(world);
    const twins = { ...source(ref, "a", "b"), specs: source(ref, "a").specs.concat(source(ref, "b").specs) };
    for (const dryRun of [false, true]) {
      expectInvalid(await send(world.alice, project, [source(ref), source(ref)], { dryRun }), [
        "/plans/1/externalRef",
      ]);
      expectInvalid(await send(world.alice, project, [source("x"), twins], { dryRun }), [
        "/plans/1/specs/1/externalRef",
      ]);
      const late = [{ ...source(ref), parentExternalRef: `${ref}/later` }, source(`${ref}/later`)];
      const answer = await send(world.alice, project, late, { dryRun });
      expectError(answer, "not_found");
      expect(answer.body.error.details[0].path).toBe("/plans/0/parentExternalRef");
      const deep = Array.from({ length: 51 }, (_, n) => ({
        ...source(`${ref}/${n}`),
        ...(n === 0 ? {} : { parentExternalRef: `${ref}/${n - 1}` }),
      }));
      expectInvalid(await send(world.alice, project, deep, { dryRun }), ["/plans/50/parentExternalRef"]);
    }
    expect(await hashOfRows(world)).toBe(before);
  });
});
