import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { at, secondProcess } from "../../../test/second-process.ts";
import { type Answer, type Person, setUpWorld, type World } from "../../../test/world.ts";
import { rebuildInbox } from "../../inbox-items/rebuild.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";
import { inboxOf, wholeInbox } from "./scene.test-support.ts";

const project = "/v1/projects/web";

/** Counts the statements sent to PostgreSQL: the minimum of several runs, since others interfere. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let n = 0; n < 5; n++) {
    const spy = vi.spyOn(pg.Query.prototype, "submit");
    await work();
    counts.push(spy.mock.calls.length);
    spy.mockRestore();
  }
  return Math.min(...counts);
}

/** A step of a history. Its numbers select among the current resources. */
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...(["plan", "share", "share", "share", "unshare", "own", "own", "move", "move", "delete"] as const),
      ...(["thread", "thread", "thread", "thread", "comment", "comment", "comment", "comment"] as const),
      ...(["move spec", "move spec", "delete spec", "archive", "restore", "restore"] as const),
      ...(["private", "team", "team", "read", "read up to", "unread", "snooze", "settings"] as const),
    ),
    by: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
    to: fc.nat(3),
    plan: fc.nat(30),
    other: fc.nat(30),
    second: fc.boolean(),
  }),
  { minLength: 60, maxLength: 70 },
);
type Act = (typeof acts extends fc.Arbitrary<infer T> ? T : never) extends readonly (infer A)[] ? A : never;

describe.each(databases)("$database", ({ database, create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let other: World;
  let workspaceId: string;
  beforeAll(async () => {
    other = await secondProcess(world);
    await world.alice.post("/v1/projects", { name: "Web" });
    workspaceId = (await world.alice.get("/v1/me")).body.workspace.id;
  });
  afterAll(() => other.close());

  const rows = async () => {
    const { db } = world.context;
    const items = db.selectFrom("inbox_items").selectAll().where("workspace_id", "=", workspaceId);
    const roots = db.selectFrom("inbox_roots").selectAll().where("workspace_id", "=", workspaceId);
    return {
      items: await items.orderBy("user_id").orderBy("seq").execute(),
      roots: await roots.orderBy("user_id").orderBy("root_id").execute(),
    };
  };

  /** Everything that a history created, including deleted resources. */
  interface Scene {
    plans: Awaited<ReturnType<typeof newPlan>>[];
    specs: { id: string; path: string }[];
    threads: { id: string; documentId: string }[];
  }

  /** Performs a step in one of two processes; many are refused, which changes nothing. */
  async function act(step: Act, people: readonly Person[], scene: Scene): Promise<unknown> {
    const who = people[step.by] ?? world.bob;
    const actor = step.second ? at(other, who) : who;
    const to = (people[step.to] ?? world.bob).userId;
    const plan = scene.plans[step.plan % scene.plans.length] ?? expect.fail();
    const parent = scene.plans[step.other % scene.plans.length] ?? expect.fail();
    const spec = scene.specs[step.plan % scene.specs.length] ?? expect.fail();
    const thread = scene.threads[step.plan % Math.max(1, scene.threads.length)];
    if (step.kind === "plan") {
      scene.plans.push(await newPlan(step.by === 3 ? world.bob : actor, project, { name: "Another" }));
      return;
    }
    const parentPlanId = step.other % 3 === 0 ? null : parent.id;
    const mention = { body: `[@Somebody](user:${to})` };
    const send: Record<Exclude<Act["kind"], "plan">, () => Promise<Answer>> = {
      share: () => actor.put(`${plan.path}/shares/${to}`, { capability: "EDIT" }),
      unshare: () => actor.delete(`${plan.path}/shares/${to}`),
      own: () => actor.post(`${plan.path}/owner`, { userId: to }),
      move: () => actor.post(`${plan.path}/move`, { parentPlanId }),
      delete: () => actor.delete(plan.path),
      archive: () => actor.post(`${plan.path}/archive`),
      restore: () => actor.post(`${plan.path}/restore`),
      private: () => actor.patch(plan.path, { visibility: "PRIVATE" }),
      team: () => actor.patch(plan.path, { visibility: "TEAM" }),
      read: async () => {
        const { items } = await inboxOf(actor);
        return actor.post("/v1/notifications/read", {
          ids: items.slice(0, step.plan % 4).map(({ id }) => id),
        });
      },
      unread: async () => {
        const { items } = await inboxOf(actor, step.second ? "?snoozed=true" : "");
        return actor.post("/v1/notifications/unread", { ids: items.slice(0, 2).map(({ id }) => id) });
      },
      snooze: async () => {
        const { items } = await inboxOf(actor);
        const ids = items.slice(0, step.plan % 4).map(({ id }) => id);
        return actor.post("/v1/notifications/snooze", { ids, until: "2999-01-01T00:00:00Z" });
      },
      "read up to": async () => {
        const { items } = await inboxOf(actor);
        const upTo = items[step.plan % Math.max(1, items.length)]?.sequence ?? "0";
        return actor.post("/v1/notifications/read", { upTo });
      },
      thread: async () => {
        const answer = await actor.post(`/v1/documents/${step.second ? spec.id : plan.id}/threads`, mention);
        if (answer.status === 201) scene.threads.push(answer.body.thread);
        return answer;
      },
      comment: () =>
        actor.post(`/v1/documents/${thread?.documentId}/threads/${thread?.id}/comments`, mention),
      "move spec": async () => {
        const answer = await actor.post(`${spec.path}/move`, { planId: parent.id });
        if (answer.status === 200) spec.path = `${parent.path}/specs/${answer.body.spec.shortId}`;
        return answer;
      },
      "delete spec": () => actor.delete(spec.path),
      settings: () => actor.patch("/v1/notifications/settings", { shares: step.plan % 4 !== 0 }),
    };
    return send[step.kind]();
  }

  it("a rebuild from the events gives the same inbox after any history, and counts agree with the items", async () => {
    const { alice, bob, carol, vera } = world;
    const people = [alice, bob, carol, vera];
    await fc.assert(
      fc.asyncProperty(acts, async (history) => {
        const plans = await Promise.all(
          [bob, bob, carol, alice].map((who) => newPlan(who, project, { name: "First" })),
        );
        const specs = await Promise.all(plans.map((plan) => newSpec(bob, plan)));
        const scene: Scene = { plans, specs, threads: [] };
        // Guarantees some notifications, whatever the random steps.
        for (let plan = 0; plan < 8; plan++)
          await act({ kind: "thread", by: 1, to: 2, plan, other: 0, second: false }, people, scene);
        for (let n = 0; n < history.length; n += 3)
          await Promise.all(history.slice(n, n + 3).map((one) => act(one, people, scene)));
        const before = await rows();
        for (const person of people) {
          const items = await wholeInbox(person);
          const { unread, watermark } = await inboxOf(at(other, person), "?limit=1");
          expect(items.filter(({ read }) => !read)).toHaveLength(unread);
          const [snoozed] = await wholeInbox(person, "&snoozed=true");
          const newest = Math.max(Number(items[0]?.sequence ?? 0), Number(snoozed?.sequence ?? 0));
          expect(String(newest)).toBe(watermark);
          for (const page of new Set(items.map(({ url }) => new URL(url).pathname)))
            expect((await person.get(`/v1${page}`)).status).toBe(200);
          expect(await wholeInbox(person, "&unread=true")).toEqual(items.filter(({ read }) => !read));
        }
        expect(await world.command(rebuildInbox, { workspaceId })).toBe(true);
        expect(await rows()).toEqual(before);
      }),
      { numRuns: 2 },
    );
    const told = world.context.db.selectFrom("events").select("seq").where("told", "is not", null);
    expect((await told.execute()).length).toBeGreaterThan(10);
  });

  it("inboxes of a workspace without notifications are rebuilt, too", async () => {
    const { workspace } = (await world.mallory.get("/v1/me")).body;
    expect(await world.command(rebuildInbox, { workspaceId: workspace.id })).toBe(true);
  });

  it("pages of any size show every item once, newest first, while new ones arrive", async () => {
    const eve = await world.person("eve", "MEMBER", "acme");
    const plan = await newPlan(world.bob, project);
    const tell = () => world.bob.put(`${plan.path}/shares/${eve.userId}`, { capability: "READ" });
    for (let n = 0; n < 25; n++) await tell();
    const steps = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 9 }), tell: fc.boolean() }), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (walk, unread) => {
        const expected = (await wholeInbox(eve)).map(({ id }) => id);
        const found: string[] = [];
        let cursor = "";
        for (let n = 0; n === 0 || cursor !== ""; n++) {
          const { limit, tell: more } = walk[n % walk.length] ?? { limit: 1, tell: false };
          const page = await inboxOf(eve, `?limit=${limit}&unread=${unread}${cursor}`);
          found.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor === undefined ? "" : `&cursor=${page.nextCursor}`;
          if (more && n < 3) await tell();
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: 8 },
    );
  });

  it.runIf(database === "PostgreSQL")(
    "a page takes a number of statements that does not grow with it",
    async () => {
      const eve = await world.person("frank", "MEMBER", "acme");
      const tell = async () => {
        const plan = await newPlan(world.bob, project);
        await world.bob.put(`${plan.path}/shares/${eve.userId}`, { capability: "READ" });
      };
      await tell();
      await inboxOf(eve);
      const statements = await statementsOf(() => inboxOf(eve));
      for (let n = 0; n < 9; n++) await tell();
      let shown = 0;
      const ten = await statementsOf(async () => {
        shown = (await inboxOf(eve)).items.length;
      });
      expect([shown, ten]).toEqual([10, statements]);
    },
  );
});
