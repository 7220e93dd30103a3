import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { newPlan } from "../../plans/scene.test-support.ts";
import { newThread } from "../../threads/scene.test-support.ts";
import { article, openScene, project, send } from "./scene.test-support.ts";

describe.each(databases)("threads about a page, on $database", ({ create }) => {
  const scene = openScene(create);

  it("keep their words when the page is read again, and are orphaned while these are gone", async () => {
    const { bob } = scene.world;
    const plan = await newPlan(bob, project);
    scene.answer = send(article("The quay is closed at low tide."));
    const added = await scene.add();
    await scene.enriched(added);
    const { id } = added.body.source;
    const query = `?discussionPlanId=${plan.id}`;
    const exact = "closed at low tide";
    const thread = await newThread(bob, id, { anchor: { exact } }, query);
    const found = async () => {
      for (;;) {
        const row = await scene.world.context.db
          .selectFrom("anchors")
          .select("sought")
          .where("id", "=", thread.id)
          .executeTakeFirstOrThrow();
        if (row.sought === null) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const { anchor } = (await bob.get(thread.path)).body.thread;
      const { sourceText } = (await bob.get(`/v1/documents/${id}`)).body;
      return [anchor.state, anchor.start === null ? null : sourceText.slice(anchor.start, anchor.end)];
    };
    scene.answer = send(article("Since last year the quay is closed at low tide."));
    await scene.refresh(added);
    expect(await found()).toEqual(["attached", exact]);
    scene.answer = send(article("The harbour is open all day."));
    await scene.refresh(added);
    expect(await found()).toEqual(["orphaned", null]);
    scene.answer = send(article("Now the quay is closed at low tide again."));
    await scene.refresh(added);
    expect(await found()).toEqual(["attached", exact]);
  });
});
