import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { at, secondProcess } from "../../../test/second-process.ts";
import { setUpWorld, type World } from "../../../test/world.ts";
import { outcome } from "../plans/scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  let other: World;
  beforeAll(async () => {
    other = await secondProcess(world);
  });
  afterAll(() => other.close());

  it("an owner changes the name and the slug, and every member reads them", async () => {
    const { alice, vera } = world;
    const before = (await vera.get("/v1/workspace")).body.workspace;
    expect(before).toEqual({
      id: expect.any(String),
      slug: "acme",
      name: "acme",
      evidence: "off",
      reviewer: "anyone",
      agentTokensPerDay: 5_000_000,
      agentTokensPerPersonPerDay: 1_000_000,
      links: true,
    });
    const named = await alice.patch("/v1/workspace", { name: " Acme & Sons " });
    expect(named.body.workspace).toEqual({ ...before, name: "Acme & Sons" });
    const moved = await alice.patch("/v1/workspace", { slug: "acme-sons" });
    const after = { ...before, name: "Acme & Sons", slug: "acme-sons" };
    expect(moved.body.workspace).toEqual(after);
    for (const person of [vera, at(other, vera)])
      expect((await person.get("/v1/workspace")).body.workspace).toEqual(after);
    const { id, name, slug } = after;
    expect((await vera.get("/v1/me")).body.workspace).toEqual({ id, name, slug });
    await alice.patch("/v1/workspace", { slug: "acme" });
  });

  it("a change of nothing is answered and is no event", async () => {
    const events = async () =>
      (
        await world.context.db
          .selectFrom("events")
          .select("seq")
          .where("type", "=", "workspace.updated")
          .execute()
      ).length;
    const before = await events();
    const { workspace } = (await world.alice.get("/v1/workspace")).body;
    for (const body of [{}, { name: workspace.name }, { slug: workspace.slug }])
      expect((await world.alice.patch("/v1/workspace", body)).body.workspace).toEqual(workspace);
    expect(await events()).toBe(before);
  });

  it("refuses a slug that another workspace has, and an invalid slug or name", async () => {
    const taken = await world.alice.patch("/v1/workspace", { slug: "other", name: "Not kept" });
    expectError(taken, "slug_taken");
    expect(taken.body.error.details).toEqual([{ path: "/slug", message: expect.any(String) }]);
    expect((await world.alice.get("/v1/workspace")).body.workspace.name).not.toBe("Not kept");
    for (const slug of ["", "Acme", "a--b", "a b", "a".repeat(61), null])
      expectInvalid(await world.alice.patch("/v1/workspace", { slug }), ["/slug"]);
    for (const name of ["", " ", "a\u0000b", "a".repeat(201)])
      expectInvalid(await world.alice.patch("/v1/workspace", { name }), ["/name"]);
  });

  it("of two workspaces that take the same slug at once, one gets it", async () => {
    const { alice, mallory } = world;
    for (let round = 0; round < 8; round++) {
      const slug = `wanted-${round}`;
      const answers = await Promise.all([
        alice.patch("/v1/workspace", { slug }),
        at(other, mallory).patch("/v1/workspace", { slug }),
      ]);
      expect(answers.map(outcome).sort()).toEqual(["200", "409 slug_taken"]);
    }
  });
});
