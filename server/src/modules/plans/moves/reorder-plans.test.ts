import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { expectInvalid } from "../../../../test/expect-error.ts";
import { type Person, setUpWorld } from "../../../../test/world.ts";
import { hashOfRows } from "../rows.test-support.ts";
import { newPlan, outcome } from "../scene.test-support.ts";

interface Shown {
  shortId: string;
  position: number;
}
const handlesOf = (plans: Shown[]) => plans.map(({ shortId }) => shortId);

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  let projects = 0;
  async function newProject(count: number) {
    const slug = `ordered-${++projects}`;
    const project = `/v1/projects/${slug}`;
    await world.alice.post("/v1/projects", { name: slug, slug });
    const plans = [];
    for (let n = 0; n < count; n++) plans.push(await newPlan(world.bob, project, { name: `Plan ${n}` }));
    return { project, plans, handles: handlesOf(plans) };
  }
  const reorder = (by: Person, project: string, planShortIds: unknown, headers = {}) =>
    by.post(`${project}/plans/reorder`, { planShortIds }, headers);
  const sorted = async (by: Person, project: string, query = ""): Promise<string[]> =>
    handlesOf((await by.get(`${project}/plans?sort=position${query}`)).body.plans);

  it("orders root plans by handle or id; only the list with `sort=position` follows", async () => {
    const { bob, vera } = world;
    const { project, plans, handles } = await newProject(4);
    expect(await sorted(vera, project)).toEqual(handles);
    const order = [3, 1, 0, 2].map((n) => (n % 2 ? plans[n]?.shortId : plans[n]?.id));
    const answer = await reorder(bob, project, order);
    expect(outcome(answer)).toBe("200");
    const wanted = [3, 1, 0, 2].map((n) => handles[n]);
    expect(handlesOf(answer.body.plans)).toEqual(wanted);
    const positions = answer.body.plans.map(({ position }: Shown) => position);
    expect(positions).toEqual(positions.toSorted((a: number, b: number) => a - b));
    expect(await sorted(vera, project)).toEqual(wanted);
    for (const query of ["", "?sort=created"])
      expect(handlesOf((await vera.get(`${project}/plans${query}`)).body.plans)).toEqual(handles);
    const added = await newPlan(bob, project);
    expect(await sorted(vera, project)).toEqual([...wanted, added.shortId]);
    expectInvalid(await bob.get(`${project}/plans?sort=name`), ["/sort"]);
  });

  it("changes the ETag of a plan at another position, and neither its revision nor its time of change", async () => {
    const { project, plans, handles } = await newProject(2);
    const path = plans[0]?.path ?? "";
    const before = await world.bob.get(path);
    await reorder(world.bob, project, handles.toReversed());
    const after = await world.bob.get(path, { "if-none-match": String(before.headers.etag) });
    expect(after.status).toBe(200);
    const { position, ...rest } = after.body.plan;
    expect(position).not.toBe(before.body.plan.position);
    expect({ ...rest, position: before.body.plan.position }).toEqual(before.body.plan);
  });

  it("pages by position, each plan once", async () => {
    const { project, handles } = await newProject(7);
    const order = [6, 0, 5, 1, 4, 2, 3].map((n) => handles[n]);
    await reorder(world.bob, project, order);
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await world.bob.get(`${project}/plans?sort=position&limit=3${cursor}`);
      seen.push(...handlesOf(body.plans));
      if (!body.nextCursor) break;
      cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
      expect(outcome(await world.bob.get(`${project}/plans?limit=3${cursor}`))).toBe("400 invalid_request");
    }
    expect(seen).toEqual(order);
  });

  it("keeps unreadable plans, archived ones and sub-plans at their position", async () => {
    const { alice, bob, carol } = world;
    const { project, plans, handles } = await newProject(5);
    const [a = "", hidden = "", b = "", archived = "", c = ""] = handles;
    await newPlan(bob, project, { parentPlanId: a });
    await bob.patch(plans[1]?.path ?? "", { visibility: "PRIVATE" });
    await bob.post(`${plans[3]?.path}/archive`);
    const positionOf = async (handle: string) =>
      (await bob.get(`${project}/plans/${handle}`)).body.plan.position;
    const before = [await positionOf(hidden), await positionOf(archived)];
    const answer = await reorder(carol, project, [c, b, a]);
    expect(handlesOf(answer.body.plans)).toEqual([c, b, a]);
    expect([await positionOf(hidden), await positionOf(archived)]).toEqual(before);
    const roots = async (by: Person) => (await sorted(by, project)).filter((one) => handles.includes(one));
    expect(await roots(bob)).toEqual([c, hidden, b, a]);
    expect(await roots(alice)).toEqual([c, b, a]);
    const missing = await reorder(bob, project, [a, b, c]);
    expectInvalid(missing, ["/planShortIds"]);
    expect(missing.body.error.message).toContain(hidden);
    expect(JSON.stringify((await reorder(carol, project, [a, b])).body)).not.toContain(hidden);
    const named = await reorder(carol, project, [a, b, c, hidden]);
    expect([outcome(named), named.body.error.details[0].path]).toEqual(["404 not_found", "/planShortIds/3"]);
    const shelved = await reorder(bob, project, [a, archived, hidden, b, c]);
    expect([outcome(shelved), shelved.body.error.details[0].path]).toEqual([
      "409 plan_archived",
      "/planShortIds/1",
    ]);
  });

  it("refuses anything but an order of the root plans, and viewers, and then changes nothing", async () => {
    const { bob, carol, vera, mallory } = world;
    const { project, plans, handles } = await newProject(3);
    const sub = await newPlan(bob, project, { parentPlanId: plans[0]?.id });
    const elsewhere = (await newProject(1)).handles[0];
    const before = await hashOfRows(world);
    const [a, b, c] = handles;
    expectInvalid(await reorder(bob, project, [a, b]), ["/planShortIds"]);
    expectInvalid(await reorder(bob, project, [a, b, c, a]), ["/planShortIds"]);
    expectInvalid(await reorder(bob, project, []), ["/planShortIds"]);
    expectInvalid(await reorder(bob, project, undefined), ["/planShortIds"]);
    expectInvalid(await reorder(bob, project, "PLAN-1"), ["/planShortIds"]);
    for (const other of [sub.shortId, elsewhere, "PLAN-0", "", "nothing"])
      expect(outcome(await reorder(bob, project, [a, b, c, other]))).toBe("404 not_found");
    expect(outcome(await reorder(vera, project, handles))).toBe("403 forbidden");
    expect(outcome(await reorder(mallory, project, handles))).toBe("404 not_found");
    expect(outcome(await reorder(carol, "/v1/projects/nowhere", handles))).toBe("404 not_found");
    expect(outcome(await reorder(bob, project, handles))).toBe("200");
    expect(await hashOfRows(world)).toBe(before);
  });

  it("keeps the order of one of several people who reorder at once, while plans are added", async () => {
    const { bob, carol } = world;
    for (let round = 0; round < 5; round++) {
      const { project, handles } = await newProject(5);
      const orders = [handles.toReversed(), [...handles.slice(2), ...handles.slice(0, 2)]];
      const answers = await Promise.all([
        reorder(bob, project, orders[0]),
        reorder(carol, project, orders[1]),
        newPlan(carol, project),
      ]);
      const taken = answers
        .slice(0, 2)
        .map((answer) => ("status" in answer && "body" in answer ? outcome(answer) : ""));
      for (const status of taken) expect(["200", "400 invalid_request"]).toContain(status);
      const [first, ...last] = [handles, ...orders.filter((_, index) => taken[index] === "200")];
      const found = (await sorted(bob, project)).filter((handle) => handles.includes(handle));
      expect(last.length > 0 ? last : [first]).toContainEqual(found);
      const { plans } = (await bob.get(`${project}/plans`)).body;
      expect(new Set(plans.map(({ position }: Shown) => position)).size).toBe(plans.length);
    }
  });

  it("is an event for members without names, and replayed for an Idempotency-Key", async () => {
    const { alice, bob, carol } = world;
    const { project, handles } = await newProject(3);
    const key = { "idempotency-key": project };
    const first = await reorder(bob, project, handles.toReversed(), key);
    await reorder(carol, project, handles);
    const replay = await reorder(bob, project, handles.toReversed(), key);
    expect(replay.headers["idempotent-replayed"]).toBe("true");
    expect(handlesOf(replay.body.plans)).toEqual(handlesOf(first.body.plans));
    expect(await sorted(bob, project)).toEqual(handles);
    const { entries } = (await alice.get("/v1/audit?type=plans.reordered&limit=2")).body;
    expect(entries).toMatchObject([{ data: {} }, { data: {} }]);
    expect(entries[0]).not.toHaveProperty("planShortId");
  });
});
