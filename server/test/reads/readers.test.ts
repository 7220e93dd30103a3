import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../src/actor.ts";
import { newId } from "../../src/ids.ts";
import { countUnread } from "../../src/modules/inbox/store.ts";
import { plansReadableBy, readablePlanIds } from "../../src/modules/plans/access.ts";
import { readersOf, readersOfPlans } from "../../src/modules/plans/readers.ts";
import { newPlan } from "../../src/modules/plans/scene.test-support.ts";
import { databases } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { setUpWorld } from "../world.ts";

/** The fields that decide who reads a root plan; people are indexes into their list. */
interface Root {
  visibility: "PRIVATE" | "TEAM";
  owner: number | null;
  shares: number[];
  /** Each person's unread items; none for a person without notifications. */
  unread: (number | null)[];
}

const [people, roots] = [4, 4];
const root = fc.record<Root>({
  visibility: fc.constantFrom("PRIVATE", "TEAM"),
  owner: fc.option(fc.nat(people - 1), { freq: 8 }),
  shares: fc.subarray([...Array(people).keys()]),
  unread: fc.array(fc.option(fc.nat(5)), { minLength: people, maxLength: people }),
});
const scene = fc.record({
  roots: fc.array(root, { minLength: roots, maxLength: roots }),
  /** Unread items about the workspace, each project, and a deleted plan. */
  others: fc.record({ workspace: fc.nat(5), web: fc.nat(5), maybe: fc.nat(5), gone: fc.nat(5) }),
  isArchived: fc.boolean(),
});

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  it("all implementations of a plan's readers agree, for any plans, shares and people", async () => {
    const { alice, bob, carol, vera, context } = world;
    const userIds = [alice, bob, carol, vera].map(({ userId }) => userId);
    const { id: workspaceId } = (await alice.get("/v1/workspace")).body.workspace;
    const projectOf = async (name: string): Promise<string> =>
      (await alice.post("/v1/projects", { name })).body.project.id;
    const [web, maybe, gone] = [await projectOf("Web"), await projectOf("Maybe"), newId()];
    const trees: string[][] = [];
    for (let n = 0; n < roots; n++) {
      const at = `/v1/projects/${n < roots / 2 ? "web" : "maybe"}`;
      const top = await newPlan(alice, at);
      const sub = await newPlan(alice, at, { parentPlanId: top.id });
      trees.push([top.id, sub.id, (await newPlan(alice, at, { parentPlanId: sub.id })).id]);
    }
    const ids = trees.flat();
    const tops = trees.map(([id = ""]) => id);
    const created_at = new Date().toISOString();
    const seen = { pairs: 0, readable: 0 };

    await withRows(world, async (db) => {
      const arrange = ({
        roots,
        others,
        isArchived,
      }: typeof scene extends fc.Arbitrary<infer S> ? S : never) =>
        db.transaction().execute(async (tx) => {
          for (const table of ["shares", "inbox_roots"] as const) await tx.deleteFrom(table).execute();
          await tx
            .updateTable("projects")
            .set({ archived_at: isArchived ? created_at : null })
            .where("id", "=", maybe)
            .execute();
          const told = (root_id: string, user_id: string, unread: number) =>
            tx
              .insertInto("inbox_roots")
              .values({ workspace_id: workspaceId, user_id, root_id, items: 5, unread })
              .execute();
          for (const [n, { visibility, owner, shares, unread }] of roots.entries()) {
            const plan_id = tops[n] ?? expect.fail();
            const owner_user_id = owner === null ? null : (userIds[owner] ?? null);
            await tx
              .updateTable("plans")
              .set({ visibility, owner_user_id })
              .where("id", "=", plan_id)
              .execute();
            for (const [m, user_id] of userIds.entries()) {
              const share = { workspace_id: workspaceId, plan_id, user_id, created_at };
              if (shares.includes(m))
                await tx
                  .insertInto("shares")
                  .values({ ...share, capability: "READ" })
                  .execute();
              const own = unread[m] ?? null;
              if (own !== null) await told(plan_id, user_id, own);
            }
          }
          for (const userId of userIds)
            for (const [id, unread] of [
              ...([
                [workspaceId, others.workspace],
                [web, others.web],
              ] as const),
              ...([
                [maybe, others.maybe],
                [gone, others.gone],
              ] as const),
            ])
              await told(id, userId, unread);
        });

      await fc.assert(
        fc.asyncProperty(scene, async (one) => {
          await arrange(one);
          const reads = await readersOfPlans(context.db, workspaceId, ids, userIds);
          const readers = new Map<string, Awaited<ReturnType<typeof readersOf>>>();
          for (const id of tops)
            readers.set(id, await readersOf(context.db, { workspace_id: workspaceId, root_plan_id: id }));
          for (const [m, userId] of userIds.entries()) {
            const actor = { workspaceId, userId } as Actor;
            const listed = await plansReadableBy(context.db, actor).execute();
            const readable = new Set(listed.map(({ id }) => id));
            expect(await readablePlanIds(context.db, actor, ids)).toEqual(readable);
            expect(new Set(ids.filter((id) => reads(id, userId)))).toEqual(readable);
            seen.pairs += ids.length;
            seen.readable += readable.size;

            // Nobody asks for readers in a deleted project: its deletion ended all access.
            const open = trees.slice(0, one.isArchived ? roots / 2 : roots);
            for (const [top = "", ...below] of open) {
              const of = readers.get(top) ?? expect.fail();
              const isReader = of === "members" || of.includes(userId);
              for (const id of [top, ...below]) expect(readable.has(id)).toBe(isReader);
            }

            let unread = one.others.workspace + one.others.web + (one.isArchived ? 0 : one.others.maybe);
            const hidden = one.isArchived ? [gone, maybe] : [gone];
            for (const [n, { unread: own }] of one.roots.entries()) {
              const id = tops[n] ?? expect.fail();
              if (own[m] === null) continue;
              if (readable.has(id)) unread += own[m] ?? 0;
              else hidden.push(id);
            }
            const counted = await countUnread(context.db, { workspaceId, userId });
            expect(counted.unread).toBe(unread);
            expect((JSON.parse(counted.hidden) as string[]).toSorted()).toEqual(hidden.toSorted());
          }
        }),
        { numRuns: 30 },
      );
    });
    expect(Math.min(seen.readable, seen.pairs - seen.readable)).toBeGreaterThan(seen.pairs / 10);
  });
});
