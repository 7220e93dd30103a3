import { endpoints, type Visibility } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { half } from "../../../test/half.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { createUser } from "../sign-in/create-user.ts";
import { refusal, rights, type Seat, seats } from "./access-oracle.test-support.ts";
import { accessRows, type Beside, type Row, type Target } from "./access-rows.test-support.ts";
import { hashOfRows } from "./rows.test-support.ts";

const project = "/v1/projects/web";
const kinds = (["TEAM", "PRIVATE"] as const).flatMap((visibility) =>
  [false, true].flatMap((sub) => [false, true].map((archived) => ({ visibility, sub, archived }))),
);
type Kind = (typeof kinds)[number];

it("covers every endpoint of plans, shares, specs and dependencies", () => {
  const ofLinks = ["planLinks", "specLinks"].flatMap((links) =>
    ["list", "create", "delete"].map((act) => `${links}.${act}`),
  );
  const tags = ["Plans", "Sharing", "Specs", "Dependencies"];
  const declared = endpoints.filter(({ tag }) => tags.includes(tag));
  const elsewhere = [
    "plans.pushStatus",
    "plans.reorder",
    "plans.listAll",
    "plans.duplicate",
    "specs.listAll",
    "bin.list",
    ...ofLinks,
  ];
  expect(new Set(accessRows.map(({ id }) => id))).toEqual(
    new Set(declared.flatMap(({ id }) => (elsewhere.includes(id) ? [] : id))),
  );
});

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  let people: Record<Seat, Person>;
  let beside: Beside;
  /** Plans for refused calls, one created by their owner and one by an owner who became a viewer. */
  const standing = new Map<string, Target>();
  const nameOf = ({ visibility, sub, archived }: Kind, owner: Person) =>
    `${visibility} ${sub} ${archived} ${owner.email}`;

  beforeAll(async () => {
    const { alice, bob, carol, vera, mallory } = world;
    const demoted = await world.person("dora", "MEMBER", "acme");
    people = {
      "plan owner": bob,
      "workspace owner": alice,
      member: carol,
      "member with a READ share": await world.person("rita", "MEMBER", "acme"),
      "member with an EDIT share": await world.person("eddy", "MEMBER", "acme"),
      viewer: vera,
      "viewer with an EDIT share": await world.person("vito", "VIEWER", "acme"),
      "plan owner who became a viewer": demoted,
      "owner of another workspace": mallory,
    };
    for (const owner of [alice, mallory]) await owner.post("/v1/projects", { name: "Web" });
    const harbour = await alice.post(`${project}/plans`, { name: "Harbour" });
    beside = { harbour: harbour.body.plan.id, member: carol.userId };
    for (const kind of kinds) {
      for (const owner of [bob, demoted]) standing.set(nameOf(kind, owner), await build(owner, kind));
    }
    const turned = { email: demoted.email, name: "dora", workspace: "acme", role: "VIEWER" };
    await world.command(createUser, { ...turned, createWorkspace: false, platformAdmin: false });
  });

  async function build(owner: Person, { visibility, sub, archived }: Kind): Promise<Target> {
    const root = (await owner.post(`${project}/plans`, { name: "Root", visibility })).body.plan;
    const rootPath = `${project}/plans/${root.shortId}`;
    const plan = sub
      ? (await owner.post(`${project}/plans`, { name: "Sub", parentPlanId: root.id })).body.plan
      : root;
    const path = `${project}/plans/${plan.shortId}`;
    const specs = [{ title: "a", ref: "a" }, { title: "b", needsFirst: ["a"] }, { title: "c" }];
    await owner.post(`${path}/specs/batch`, { specs });
    await owner.patch(`${path}/specs/SPEC-1`, { title: "a, again" });
    const share = (seat: Seat, capability: string) =>
      owner.put(`${rootPath}/shares/${people[seat].userId}`, { capability });
    await Promise.all([
      share("member with a READ share", "READ"),
      share("member with an EDIT share", "EDIT"),
      share("viewer with an EDIT share", "EDIT"),
    ]);
    const dependencyId = (await owner.get(`${path}/dependencies`)).body.dependencies[0].id;
    if (archived) await owner.post(`${rootPath}/archive`);
    const sharedWith = people["member with a READ share"].userId;
    return { project, path, id: plan.id, handle: plan.shortId, dependencyId, sharedWith };
  }

  const cells = kinds.flatMap((kind) => seats.map((seat) => ({ kind, seat })));
  const cellsOf = (row: Row) => half(cells, create, accessRows.indexOf(row));
  const refusalOf = (row: Row, { kind, seat }: { kind: Kind; seat: Seat }) =>
    refusal(row, rights[seat][kind.visibility], kind);
  const standingFor = ({ kind, seat }: { kind: Kind; seat: Seat }): Target => {
    const owner = people[seat === "plan owner who became a viewer" ? seat : "plan owner"];
    const target = standing.get(nameOf(kind, owner));
    if (!target) throw new Error("no such plan");
    return target;
  };

  it.each(seats)("lists the same as single reads, with the same capability: %s", async (seat) => {
    const person = people[seat];
    const plans = await world.context.db.selectFrom("plans").select(["number", "archived_at"]).execute();
    for (const archived of [true, false]) {
      const single = new Map<string, string>();
      for (const { number } of plans.filter((plan) => (plan.archived_at !== null) === archived)) {
        const { status, body } = await person.get(`${project}/plans/PLAN-${number}`);
        if (status === 200) single.set(body.plan.shortId, body.plan.capability);
      }
      const listed = new Map<string, string>();
      for (let cursor = ""; ; ) {
        const { body } = await person.get(`${project}/plans?limit=200&archived=${archived}${cursor}`);
        for (const plan of body.plans) listed.set(plan.shortId, plan.capability);
        if (!body.nextCursor) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect(listed).toEqual(single);
    }
  });

  it.each(seats)("answers the capability of role, visibility and share: %s", async (seat) => {
    for (const kind of kinds) {
      const { path } = standingFor({ kind, seat });
      const { body } = await people[seat].get(path);
      expect(body.plan?.capability ?? "NONE").toBe(rights[seat][kind.visibility as Visibility]);
    }
  });

  it.each(accessRows)("refuses $id to everyone without $needs, and then writes nothing", async (row) => {
    const before = await hashOfRows(world);
    const refused = cellsOf(row).filter((cell) => refusalOf(row, cell));
    const answers = await Promise.all(
      refused.map(async (cell) => {
        const { status, body } = await row.send(people[cell.seat], standingFor(cell), beside);
        return { ...cell, status, code: body.error?.code };
      }),
    );
    expect(answers).toEqual(refused.map((cell) => ({ ...cell, ...refusalOf(row, cell) })));
    expect(await hashOfRows(world)).toBe(before);
  });

  it.each(accessRows)("lets everyone with $needs do $id", async (row) => {
    const status = endpoints.find(({ id }) => id === row.id)?.status;
    const allowed = cellsOf(row).filter((cell) => !refusalOf(row, cell));
    const answers = await Promise.all(
      allowed.map(async (cell) => {
        const own = row.needs === "READ" ? standingFor(cell) : await build(people["plan owner"], cell.kind);
        const { body, ...answer } = await row.send(people[cell.seat], own, beside);
        return { ...cell, status: answer.status, code: body.error?.code };
      }),
    );
    expect(answers).toEqual(allowed.map((cell) => ({ ...cell, status, code: undefined })));
    expect(answers.length).toBeGreaterThan(0);
  });
});
