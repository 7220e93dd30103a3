import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import type { Person } from "../../../test/world.ts";
import { newSpec, outcome } from "../plans/scene.test-support.ts";
import { run, setUpEvidence, twoCriteria } from "./scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const { world, scene, setPolicy, add, read, taken, complete, headerOf, atConsole } = setUpEvidence(create);
  beforeEach(() => setPolicy("required", "person"));

  const review = (criterion: number, result = "passed") => ({
    criterion,
    result,
    kind: "review",
    ref: "read",
  });
  /** Lets Bob complete the spec, which then awaits the review of a person. */
  async function awaiting() {
    const claim = await taken(world.bob);
    return { claim, answer: await complete(world.bob, claim, run(1), run(2)) };
  }
  const listed = async (by: Person, query: string) =>
    (await by.get(`${scene.plan.path}/specs?${query}`)).body.specs.length;
  const next = async (query: string) =>
    (await world.bob.get(`/v1/next?planShortId=${scene.plan.shortId}&${query}`)).body.specs;

  it("is asked for when only the reviewer's pass is missing, and given by the last one", async () => {
    const { claim, answer } = await awaiting();
    expect(answer.body).toMatchObject({
      claim: { state: "completed" },
      spec: { status: "IN_PROGRESS" },
      open: [],
    });
    expect(await read()).toMatchObject({ status: "IN_PROGRESS", awaitsReview: true, claim: null });
    expect([await listed(world.vera, "awaitsReview=true"), await listed(world.vera, "")]).toEqual([1, 1]);
    expect(await next("")).toEqual([]);
    expect(await next("awaitsReview=true")).toMatchObject([{ id: scene.spec.id, awaitsReview: true }]);
    const again = await world.carol.post("/v1/claims", { spec: scene.spec.id });
    expect(outcome(again)).toBe("409 awaits_review");
    await world.bob.patch(scene.plan.path, { status: "READY" });
    const chosen = await world.carol.post("/v1/claims", { planShortId: scene.plan.shortId });
    expect(outcome(chosen)).toBe("409 nothing_to_claim");

    const person = await atConsole(world.bob);
    await add(person, review(1));
    expect((await read()).awaitsReview).toBe(true);
    expect(outcome(await world.bob.patch(scene.spec.path, { status: "DONE" }))).toBe("409 evidence_missing");
    await add(world.carol, run(2));
    expect((await read()).awaitsReview).toBe(true);
    expect(outcome(await add(person, review(2)))).toBe("201");
    expect(await read()).toMatchObject({ status: "DONE", awaitsReview: false });
    expect((await world.bob.get(scene.plan.path)).body.plan.status).toBe("DONE");
    expect(await listed(world.vera, "awaitsReview=true")).toBe(0);
    expect((await world.bob.get(`/v1/claims/${claim.id}`)).body.claim.state).toBe("completed");
  });

  it("sends a spec back to TODO when a reviewer's evidence failed, and tells its holder", async () => {
    await awaiting();
    await add(world.carol, run(1, { result: "failed" }));
    expect((await read()).awaitsReview).toBe(true);
    await add(await atConsole(world.carol), review(1, "failed"), review(2));
    expect(await read()).toMatchObject({ status: "TODO", awaitsReview: false });
    const { items } = (await world.bob.get("/v1/notifications")).body;
    const about = { specShortId: scene.spec.shortId, documentTitle: "Spec", type: "claim" };
    expect(items[0]).toMatchObject({ ...about, eventType: "review.failed", actorName: "carol" });
    expect(items[1]).toMatchObject({ ...about, eventType: "review.asked", actorName: "Groundplan" });
    expect(items[0].url).toContain(`/specs/${scene.spec.shortId}`);
    const { claim } = await awaiting();
    expect((await read()).awaitsReview).toBe(true);
    expect(claim.fence).toBe(2);
  });

  it("is asked for by the status DONE under the claim's header as by completing", async () => {
    await add(world.bob, run(1), run(2));
    const claim = await taken(world.bob);
    const answer = await world.bob.patch(
      scene.spec.path,
      { status: "DONE", title: "Built" },
      headerOf(claim),
    );
    expect(answer.body.spec).toMatchObject({ status: "IN_PROGRESS", awaitsReview: true, title: "Built" });
    expect((await world.bob.get(`/v1/claims/${claim.id}`)).body.claim.state).toBe("completed");
    await world.bob.patch(scene.spec.path, { status: "TODO" });
    const second = await taken(world.bob);
    const many = { specShortIds: [scene.spec.shortId], changes: { status: "DONE" } };
    const bulk = await world.bob.patch(`${scene.plan.path}/specs`, many, headerOf(second));
    expect(bulk.body.specs[0]).toMatchObject({ status: "IN_PROGRESS", awaitsReview: true });
    expect((await world.bob.get(`/v1/claims/${second.id}`)).body.claim.state).toBe("completed");
  });

  it.each(["TODO", "IN_PROGRESS", "CANCELLED"])("ends with a write of the status %s", async (status) => {
    await awaiting();
    await world.carol.patch(scene.spec.path, { title: "Other words" });
    expect((await read()).awaitsReview).toBe(true);
    const changed = await world.carol.patch(scene.spec.path, { status });
    expect(changed.body.spec).toMatchObject({ status, awaitsReview: false });
    await world.carol.patch(scene.spec.path, { status: "TODO" });
    await awaiting();
    const many = { specShortIds: [scene.spec.shortId], changes: { status } };
    const bulk = await world.carol.patch(`${scene.plan.path}/specs`, many);
    expect(bulk.body.specs[0]).toMatchObject({ status, awaitsReview: false });
  });

  it("waits for an open question before it finishes a spec", async () => {
    await awaiting();
    const threads = `/v1/documents/${scene.spec.id}/threads`;
    const asked = await world.carol.post(threads, { body: "Why?", kind: "question", blocking: true });
    const person = await atConsole(world.alice);
    const refused = await add(person, review(1), review(2));
    expect([outcome(refused), (await read()).status]).toEqual(["409 question_open", "IN_PROGRESS"]);
    await world.carol.post(`${threads}/${asked.body.thread.id}/resolve`);
    await add(person, review(1), review(2));
    expect((await read()).status).toBe("DONE");
  });

  it("follows a spec that is deleted and restored, or moved, and is read only by those who can", async () => {
    await awaiting();
    await world.bob.delete(scene.spec.path);
    await world.bob.post(`${scene.spec.path}/restore`);
    expect((await read()).awaitsReview).toBe(true);
    const both = await world.bob.get(`${scene.plan.path}/specs?deleted=true&awaitsReview=true`);
    expect(outcome(both)).toBe("400 invalid_request");
    await world.bob.patch(scene.plan.path, { visibility: "PRIVATE" });
    const ids = async (by: Person) =>
      (await by.get("/v1/next?awaitsReview=true")).body.specs.map(({ id }: { id: string }) => id);
    expect(await ids(world.bob)).toContain(scene.spec.id);
    expect(await ids(world.carol)).not.toContain(scene.spec.id);
  });

  it("is listed by next whatever the spec needs meanwhile, a page at a time", async () => {
    await awaiting();
    const needed = await newSpec(world.bob, scene.plan, { title: "Needed" });
    await world.bob.patch(scene.spec.path, { needsFirst: [needed.shortId] });
    expect(await next("")).toMatchObject([{ id: needed.id, awaitsReview: false }]);
    expect(await next("awaitsReview=true")).toMatchObject([{ id: scene.spec.id }]);
    const { body } = await world.bob.get("/v1/next?awaitsReview=true&limit=1");
    expect(body.specs).toHaveLength(1);
    const mixed = await world.bob.get(`/v1/next?limit=1&cursor=${body.nextCursor ?? "none"}`);
    expect(outcome(mixed)).toBe("400 invalid_request");
  });

  it("is asked for only once all criteria pass, whoever says it", async () => {
    const claim = await taken(world.bob);
    expect(outcome(await complete(world.bob, claim, run(1)))).toBe("409 evidence_missing");
    const bare = await newSpec(world.bob, scene.plan, { content: twoCriteria });
    const free = (await world.bob.post("/v1/claims", { spec: bare.id, budget: 0 })).body.claim;
    expect(outcome(await complete(world.bob, free))).toBe("409 evidence_missing");
    await setPolicy("required", "not_the_holder");
    await add(world.carol, run(1), run(2));
    expect((await complete(world.bob, claim)).body.spec.status).toBe("DONE");
  });
});
