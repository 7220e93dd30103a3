import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";
import { newThread } from "../threads/scene.test-support.ts";
import { searchDocument, settleOrphaned } from "./search-document.ts";

const project = "/v1/projects/web";
const exact = "refused with a message";
const text = `A file above 32 MiB is ${exact} that says why.\n\nThe end.\n`;
/** The same words within others, which a write's transaction does not look for. */
const similar = `The end.\n\nA file above 32 MiB is refused at once with a message that says why.\n`;

describe.each(databases)("the search for orphaned anchors, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeAll(async () => {
    plan = await newPlan(world.bob, project);
  });

  const rowOf = (id: string) =>
    world.context.db.selectFrom("anchors").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const never = { signal: new AbortController().signal };

  const anOrphan = async () => {
    const spec = await newSpec(world.bob, plan, { title: "Uploads", content: text });
    const thread = await newThread(world.bob, spec.id, { anchor: { exact } });
    const write = (content: string) => world.bob.patch(spec.path, { content });
    await write("Nothing.");
    const row = await rowOf(thread.id);
    expect(row).toMatchObject({ state: "orphaned", sought: expect.any(String) });
    const of = { workspaceId: row.workspace_id, documentId: spec.id };
    return { thread, write, row, of };
  };

  it("leaves later writes alone: a search knows only the text that it read", async () => {
    const { thread, write, row, of: source } = await anOrphan();
    const wrong = { exact, prefix: "", suffix: "", start: 0, end: 8, revision: 2, state: "moved" as const };
    const late = { ...source, found: [{ id: thread.id, sought: row.sought ?? "", anchor: wrong }] };
    await write("Nothing else.");
    await world.context.writer.run(settleOrphaned, late);
    const again = await rowOf(thread.id);
    expect(again.state).toBe("orphaned");
    expect(again.sought).not.toBe(row.sought);
    await write(text);
    await world.context.writer.run(settleOrphaned, late);
    expect(await rowOf(thread.id)).toMatchObject({ state: "attached", start_at: 23, sought: null });
  });

  it("finds the same in two processes at once, and again after one was killed", async () => {
    const { thread, of } = await anOrphan();
    const spec = await rowOf(thread.id);
    await Promise.all([searchDocument(world.context, of, never), searchDocument(world.context, of, never)]);
    expect(await rowOf(thread.id)).toEqual({ ...spec, sought: null });
    await searchDocument(world.context, of, never);
    expect(await rowOf(thread.id)).toEqual({ ...spec, sought: null });
  });

  it("is pending until it is done by a waiting job", async () => {
    const { of } = await anOrphan();
    const jobs = await world.context.db
      .selectFrom("jobs")
      .select("state")
      .where("dedupe_key", "=", `anchors.search ${of.workspaceId} ${of.documentId}`)
      .execute();
    expect(jobs).toEqual([{ state: "waiting" }]);
  });

  it("finds words that moved and changed at once", async () => {
    const spec = await newSpec(world.bob, plan, { title: "Uploads", content: text });
    const thread = await newThread(world.bob, spec.id, { anchor: { exact } });
    const { workspace_id: workspaceId } = await rowOf(thread.id);
    await world.bob.patch(spec.path, { content: similar });
    await searchDocument(world.context, { workspaceId, documentId: spec.id }, never);
    const row = await rowOf(thread.id);
    expect(row).toMatchObject({ state: "moved", sought: null, revision: 2 });
    expect(similar.slice(row.start_at, row.end_at)).toBe("refused at once with a message");
  });
});
