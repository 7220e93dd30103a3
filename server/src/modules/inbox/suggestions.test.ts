import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Answer, type Person, setUpWorld } from "../../../test/world.ts";
import { rebuildInbox } from "../../inbox-items/rebuild.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";
import { inboxOf } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  const ok = async (answer: Promise<Answer>): Promise<Answer["body"]> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const told = async (person: Person) =>
    (await inboxOf(person)).items.map(({ eventType, actorName }) => `${eventType} ${actorName}`);
  const rebuild = async () => {
    const { db } = world.context;
    const rows = async () => [
      await db.selectFrom("inbox_items").selectAll().orderBy("user_id").orderBy("seq").execute(),
      await db.selectFrom("inbox_roots").selectAll().orderBy("user_id").orderBy("root_id").execute(),
    ];
    const before = await rows();
    await world.command(rebuildInbox, {
      workspaceId: (await world.alice.get("/v1/me")).body.workspace.id,
    });
    expect(await rows()).toEqual(before);
  };

  it("notifies owners of suggestions and authors of their outcome; a withdrawn one leaves", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project, { name: "Launch" });
    const spec = await newSpec(bob, plan, { title: "Albums", content: "One two three four." });
    const path = `/v1/documents/${spec.id}/suggestions`;
    const suggest = async (start: number, end: number, message: string) => {
      const hunks = [{ start, end, replacement: "new" }];
      const { revision } = (await ok(bob.get(spec.path))).spec;
      return (await ok(carol.post(path, { baseRevision: String(revision), hunks, message }))).suggestion.id;
    };
    const [first, second] = [await suggest(0, 3, "A better word."), await suggest(4, 7, "Another.")];
    const third = await suggest(8, 13, "A third.");
    await suggest(14, 18, "A fourth.");
    expect(await told(bob)).toEqual(Array(4).fill("suggestion.created carol"));
    expect((await inboxOf(bob)).items.at(-1)).toMatchObject({
      type: "suggestion",
      activity: "suggested a change",
      documentTitle: "Albums",
      excerpt: "A better word.",
      mentioned: false,
      url: expect.stringMatching(new RegExp(`/plans/${plan.shortId}/specs/SPEC-1\\?suggestion=${first}$`)),
    });
    expect(await told(carol)).toEqual([]);

    await ok(bob.post(`${path}/${second}/reject`));
    await ok(bob.post(`${path}/${first}/accept`));
    await ok(carol.delete(`${path}/${third}`));
    expect(await told(bob)).toEqual(Array(3).fill("suggestion.created carol"));
    expect((await inboxOf(bob)).unread).toBe(3);
    await ok(bob.patch(spec.path, { content: "All is different." }));
    expect(await told(carol)).toEqual([
      ...["suggestion.outdated Groundplan", "suggestion.accepted bob", "suggestion.rejected bob"],
    ]);
    await rebuild();

    await ok(carol.patch("/v1/notifications/settings", { suggestions: false }));
    const last = await suggest(0, 3, "Once more.");
    await ok(bob.post(`${path}/${last}/reject`));
    expect(await told(carol)).toHaveLength(3);
    await ok(bob.delete(spec.path));
    expect([await told(bob), await told(carol)]).toEqual([[], []]);
    await rebuild();
  });
});
