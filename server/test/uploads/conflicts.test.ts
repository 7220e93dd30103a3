import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { newPlan } from "../../src/modules/plans/scene.test-support.ts";
import { isPostgres } from "../../src/storage/dialect.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { setUpWorld, type World } from "../world.ts";
import { files, sweepInAnHour, text, titlesIn, upload } from "./upload.ts";

describe.each(databases)("an upload with a title that its folder has, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let folderPath = "";
  let folders = 0;
  beforeEach(() => {
    folderPath = `folder ${folders++}`;
  });

  const send = (parts: Parameters<typeof upload>[2], fields = {}) =>
    upload(world.alice, "/v1", parts, { folderPath, ...fields });
  const titles = () => titlesIn(world.alice, "/v1", folderPath);
  const fileOf = async ({ id }: { id: string }) => (await world.alice.get(`/v1/context/${id}/file`)).body;

  it("is 409 and names its files, and nothing of the request is stored", async () => {
    await send([text("a.txt", "first"), text("c.txt", "first")]);
    const known = await files(world);
    const answer = await send([text("a.txt", "second"), text("b.txt", "b"), text("c.txt", "second, too")]);
    expectError(answer, "title_taken");
    expect(answer.body.error.details).toEqual([
      { path: "/file/0", message: expect.stringContaining("a.txt") },
      { path: "/file/2", message: expect.stringContaining("c.txt") },
    ]);
    expect(await titles()).toEqual(["a.txt", "c.txt"]);
    await sweepInAnHour(world);
    expect(await files(world)).toEqual(known);
    expectError(await send([text("a.txt", "third")], { onConflict: "error" }), "title_taken");
  });

  it("is no conflict in another folder or scope", async () => {
    const plan = await newPlan(world.alice, "/v1/projects/web", {});
    for (const [place, folder] of [
      ["/v1", folderPath],
      ["/v1", `${folderPath}/deeper`],
      ["/v1/projects/web", folderPath],
      [plan.path, folderPath],
    ] as const)
      expect((await upload(world.alice, place, [text("a.txt", "a")], { folderPath: folder })).status).toBe(
        201,
      );
  });

  it("is stored once if two come at once", async () => {
    const answers = await Promise.all([send([text("a.txt", "one")]), send([text("a.txt", "two")])]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await titles()).toEqual(["a.txt"]);
  });

  it("is stored under a title each if two come at once with `keep_both`", async () => {
    const both = { onConflict: "keep_both" };
    await Promise.all(["one", "two", "three"].map((body) => send([text("a.txt", body)], both)));
    expect((await titles()).toSorted()).toEqual(["a (2).txt", "a (3).txt", "a.txt"]);
  });

  it("may conflict within the same request", async () => {
    const twice = [text("a.txt", "one"), text("a.txt", "two")];
    expectError(await send(twice), "title_taken");
    expect(await titles()).toEqual([]);

    const skipped = (await send(twice, { onConflict: "skip" })).body.sources;
    expect(skipped[0]).not.toHaveProperty("skipped");
    expect(skipped[1]).toEqual({ ...skipped[0], skipped: true });
    expect(await fileOf(skipped[0])).toBe("one");

    const replaced = (await send(twice, { onConflict: "replace" })).body.sources;
    expect(replaced).toMatchObject([{ replaced: true }, { replaced: true }]);
    expect(new Set([...skipped, ...replaced].map(({ id }) => id)).size).toBe(1);
    expect(await fileOf(skipped[0])).toBe("two");
    const { source } = (await world.alice.get(`/v1/context/${skipped[0].id}`)).body;
    expect(source).toMatchObject({
      revision: 3,
      sizeBytes: 3,
      enrichment: { status: "pending", reason: "" },
    });

    const kept = (await send(twice, { onConflict: "keep_both" })).body.sources;
    expect(kept).toMatchObject([
      { title: "a (2).txt", keptBothAs: "a (2).txt" },
      { title: "a (3).txt", keptBothAs: "a (3).txt" },
    ]);
    expect(await Promise.all(kept.map(fileOf))).toEqual(["one", "two"]);
  });

  it("gets a free title if the folder has 10,000 of its numbers, which a listing pages through", async () => {
    const { context, alice } = world;
    const place = `/v1/projects/${folderPath.replace(" ", "-")}`;
    await alice.post("/v1/projects", { name: folderPath });
    await upload(alice, place, [text("a.txt", "the first")]);
    const first = await context.db
      .selectFrom("context_sources")
      .selectAll()
      .where("scope", "=", "PROJECT")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    await addNumbered(world, first, 9999);

    const both = { onConflict: "keep_both" };
    const parts = Array.from({ length: 20 }, (_, n) => text("a.txt", `${n}`));
    const answer = await upload(alice, place, parts, both);
    expect(answer.body.sources.map(({ title }: { title: string }) => title)).toEqual(
      parts.map((_, n) => `a (${10_001 + n}).txt`),
    );

    const ids = new Set<string>();
    for (let cursor = ""; ; ) {
      const { sources, nextCursor } = (await alice.get(`${place}/context?limit=200${cursor}`)).body;
      for (const { id, scope } of sources) if (scope === "PROJECT") ids.add(id);
      expect(sources.length).toBeLessThanOrEqual(200);
      if (!nextCursor) break;
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
    }
    expect(ids.size).toBe(10_020);
  });
});

/** Adds copies of a source whose titles have numbers that begin with 2. */
async function addNumbered(world: World, first: { id: string }, count: number) {
  const rows = Array.from({ length: count }, (_, n) => ({
    ...first,
    id: `${first.id}${n}`,
    title: `a (${n + 2}).txt`,
  }));
  await withRows(world, async (db) => {
    for (let from = 0; from < count; from += 500)
      await db
        .insertInto("context_sources")
        .values(rows.slice(from, from + 500) as never)
        .execute();
    // PostgreSQL updates its statistics by itself, a minute later.
    if (isPostgres(db)) await sql`analyze context_sources`.execute(db);
  });
}
