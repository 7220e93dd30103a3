import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { withRows } from "../../../../test/own-connection.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  it("a list shows nothing of a plan that its reader can't read, whenever a spec moves there", async () => {
    const { bob, carol, context } = world;
    const open = await newPlan(bob, "/v1/projects/web");
    const hidden = await newPlan(bob, "/v1/projects/web", { visibility: "PRIVATE", name: "Secret" });
    const { db } = context;
    const kept = await newSpec(bob, open, { title: "Kept" });
    for (const address of ["/v1/specs?sort=created", `${open.path}/specs?status=TODO`]) {
      let at = 0;
      for (let isMoved = true; isMoved; ) {
        isMoved = false;
        at++;
        const spec = await newSpec(bob, open, { title: "Plain" });
        const number = 1000 * at + address.length;
        const changes = { plan_id: hidden.id, number, position: number, title: "A canary" };
        let reads = 0;
        const watched = db.withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            if (++reads !== at) return result;
            isMoved = true;
            await withRows(world, (own) =>
              own.updateTable("specs").set(changes).where("id", "=", spec.id).execute(),
            );
            return result;
          },
        });
        Object.assign(context, { db: watched });
        const answer = await carol.get(address).finally(() => Object.assign(context, { db }));
        expect(outcome(answer)).toBe("200");
        expect(JSON.stringify(answer.body), `after ${at} reads`).not.toMatch(/canary|Secret/);
        expect(answer.body.specs.map(({ id }: { id: string }) => id)).toContain(kept.id);
        if (!isMoved) await bob.delete(spec.path);
      }
      expect(at).toBeGreaterThan(4);
    }
  });
});
