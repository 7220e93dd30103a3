import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let spec: Awaited<ReturnType<typeof newSpec>>;
  beforeEach(async () => {
    const plan = await newPlan(world.bob, project);
    spec = await newSpec(world.bob, plan, { title: "one", content: "😀1" });
    await world.carol.patch(spec.path, { title: "two", content: "two" });
    await world.bob.patch(spec.path, { effort: 3, status: "DONE" });
    await world.bob.patch(spec.path, { content: "three!" });
  });

  const list = async (query = "") => (await world.bob.get(`${spec.path}/versions${query}`)).body;

  it("lists a version for every change of title or content, newest first, with its author and length", async () => {
    const { versions } = await list();
    expect(versions).toMatchObject([
      { seq: 3, version: 3, op: "edit", actor: "bob", characters: 6, message: "" },
      { seq: 2, version: 2, op: "edit", actor: "carol", characters: 3, message: "" },
      { seq: 1, version: 1, op: "edit", actor: "bob", characters: 2, message: "" },
    ]);
    expect(versions[0]).not.toHaveProperty("content");
  });

  it("reads one version with its title and text", async () => {
    const { body } = await world.bob.get(`${spec.path}/versions/2`);
    const { versions } = await list();
    expect(body.version).toEqual({ ...versions[1], title: "two", content: "two" });
  });

  it("restores an earlier text as a new version, and changes nothing else of the spec", async () => {
    const { body } = await world.carol.post(`${spec.path}/versions/1/restore`);
    expect(body.spec).toMatchObject({ title: "one", content: "😀1", revision: 4, effort: 3, status: "DONE" });
    const { versions } = await list();
    expect(versions[0]).toMatchObject({
      seq: 4,
      op: "restore",
      actor: "carol",
      message: "Restored version 1",
      characters: 2,
    });
    expect((await world.bob.get(`${spec.path}/versions/3`)).body.version.content).toBe("three!");
  });

  it("changes nothing if the version is the current text", async () => {
    const before = await hashOfRows(world);
    expect((await world.bob.post(`${spec.path}/versions/3/restore`)).body.spec.revision).toBe(3);
    expect(await hashOfRows(world)).toBe(before);
  });

  it("pages versions, and pages are stable while new ones are added", async () => {
    const first = await list("?limit=2");
    await world.bob.patch(spec.path, { content: "four" });
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    const seqs = [...first.versions, ...second.versions].map(({ seq }: { seq: number }) => seq);
    expect(seqs).toEqual([3, 2, 1]);
    expect(second).not.toHaveProperty("nextCursor");
  });

  it("keeps the versions of an earlier text when another spec is deleted", async () => {
    const plan = { path: spec.path.replace(/\/specs\/.*/, "") };
    const other = await newSpec(world.bob, plan);
    await world.bob.delete(other.path);
    expect((await list()).versions).toHaveLength(3);
    expect(outcome(await world.bob.get(`${other.path}/versions`))).toBe("404 not_found");
  });
});
