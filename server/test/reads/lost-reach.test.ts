import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPlan, newSpec, outcome } from "../../src/modules/plans/scene.test-support.ts";
import { mention, newComment, newThread, threadsOf } from "../../src/modules/threads/scene.test-support.ts";
import {
  deliveriesOf,
  type Hook,
  newHook,
  openHookWorld,
  type Receiver,
  startReceiver,
} from "../../src/modules/webhooks/scene.test-support.ts";
import { databases } from "../databases.ts";
import { type Follower, follow, type Message } from "../event-stream.ts";
import { eventually } from "../eventually.ts";
import { half } from "../half.ts";
import type { Answer, Person, World } from "../world.ts";

const project = "/v1/projects/web";

const word = "quahog";

/** A plan that a person followed in every way until they lost access. */
interface Scene {
  eve: Person;
  bob: Person;
  plan: Awaited<ReturnType<typeof newPlan>>;
  spec: { id: string; path: string };
  thread: { id: string; path: string };
  hook: Hook;
  receiver: Receiver;
}

interface Way {
  begin: (world: World, eve: Person) => Promise<Scene["plan"]>;
  end: (world: World, scene: Scene) => Promise<Answer>;
}

const ofTheTeam: Way["begin"] = ({ bob }) => newPlan(bob, project, { name: "Launch" });

const ways: Record<string, Way> = {
  "a share is removed": {
    begin: async ({ bob }, eve) => {
      const plan = await newPlan(bob, project, { name: "Launch", visibility: "PRIVATE" });
      await bob.put(`${plan.path}/shares/${eve.userId}`, { capability: "READ" });
      return plan;
    },
    end: ({ bob }, { plan, eve }) => bob.delete(`${plan.path}/shares/${eve.userId}`),
  },
  "the plan is made private": {
    begin: ofTheTeam,
    end: ({ bob }, { plan }) => bob.patch(plan.path, { visibility: "PRIVATE" }),
  },
  "the plan is moved below a private one": {
    begin: ofTheTeam,
    end: async ({ bob }, { plan }) => {
      const hidden = await newPlan(bob, project, { visibility: "PRIVATE" });
      return bob.post(`${plan.path}/move`, { parentPlanId: hidden.id });
    },
  },
  "a private plan is handed over": {
    begin: async ({ bob }, eve) => {
      const plan = await newPlan(eve, project, { name: "Launch", visibility: "PRIVATE" });
      await eve.put(`${plan.path}/shares/${bob.userId}`, { capability: "EDIT" });
      return plan;
    },
    end: (_, { plan, eve, bob }) => eve.post(`${plan.path}/owner`, { userId: bob.userId }),
  },
  "the member is removed": {
    begin: ofTheTeam,
    end: ({ alice }, { eve }) => alice.delete(`/v1/members/${eve.userId}`),
  },
};

describe.each(databases)("lost access, on $database", ({ create }) => {
  let world: World;
  let others: Receiver;
  const followers: Follower[] = [];
  beforeAll(async () => {
    world = await openHookWorld(create);
    await world.alice.post("/v1/projects", { name: "Web" });
    await world.app.listen({ host: "127.0.0.1", port: 0 });
    others = await startReceiver();
    await newHook(world.alice, others, { events: ["project.created"] });
  });
  afterAll(async () => {
    for (const follower of followers) follower.leave();
    await others.close();
    await world.close();
  });

  const followed = async (who: Person, after?: number) => {
    const follower = await follow(world, who, after);
    followers.push(follower);
    return follower;
  };

  /** Creates a project, which notifies every member; returns its slug. */
  let marks = 0;
  const mark = async (): Promise<string> =>
    (await world.alice.post("/v1/projects", { name: `Mark ${marks++}` })).body.project.slug;

  /** Waits until a person has received a mark or stops receiving. */
  const settled = (follower: Follower, slug: string) =>
    Promise.race([
      follower.ended,
      eventually(() => expect(follower.messages.map(({ data }) => data.projectSlug)).toContain(slug)),
    ]);

  /** Returns the messages about the scene's plan; a bare notification is only its end. */
  const toldOf = ({ plan }: Scene, messages: readonly Pick<Message, "event" | "data">[]) =>
    messages
      .filter(({ data }) => data.planShortId === plan.shortId && Object.keys(data.data).length > 0)
      .map(({ event }) => event);

  const answered = ({ status, body }: Answer) => {
    expect([200, 401, 404]).toContain(status);
    return status === 200 ? body : null;
  };

  const surfaces: Record<string, (scene: Scene, live: Follower) => Promise<unknown[]>> = {
    "the inbox": async ({ eve }) => {
      const inbox = answered(await eve.get("/v1/notifications"));
      return inbox === null ? [] : [...inbox.items, ...(inbox.unread === 0 ? [] : [inbox.unread])];
    },
    "search of specs": async ({ eve }) =>
      answered(await eve.get(`/v1/search?kind=spec&q=${word}`))?.results ?? [],
    "search of threads": async ({ eve }) =>
      answered(await eve.get(`/v1/search?kind=thread&q=${word}`))?.results ?? [],
    "the resolver of documents": async ({ eve, plan, spec }) => {
      const asked = [plan, spec].map(({ id }) => eve.get(`/v1/documents?target=plan-item:${id}`));
      return (await Promise.all(asked)).map(answered).filter((body) => body !== null);
    },
    "documents and their threads": async ({ eve, spec, thread }) => {
      const paths = [`/v1/documents/${spec.id}`, threadsOf(spec.id), thread.path, `${thread.path}/comments`];
      const asked = await Promise.all(paths.map((path) => eve.get(path)));
      return asked.map(answered).filter((body) => body !== null);
    },
    "an open stream of events": async (scene, live) => {
      const from = live.messages.length;
      await newComment(scene.bob, scene.thread, `Once more: ${word}.`);
      await settled(live, await mark());
      return toldOf(scene, live.messages.slice(from));
    },
    "a replay of events": async (scene) => {
      const replay = await followed(scene.eve, 0);
      if (replay.status !== 200) return [];
      await settled(replay, await mark());
      return toldOf(scene, replay.messages);
    },
    "deliveries of webhooks": async (scene) => {
      const { eve, hook, receiver } = scene;
      const from = receiver.received.length;
      await newComment(scene.bob, scene.thread, `And again: ${word}.`);
      const slug = await mark();
      const hasMark = ({ received }: Receiver) =>
        expect(received.map(({ event }) => event.projectSlug)).toContain(slug);
      await eventually(() => hasMark(others));
      const isThere = answered(await eve.get("/v1/webhooks"))?.webhooks.length > 0;
      if (isThere) await eventually(() => hasMark(receiver));
      // Deliveries about other plans may follow the mark; all were planned before it.
      const pending = world.context.db
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("webhook_id", "=", hook.id)
        .where("state", "=", "pending");
      await eventually(async () => expect(await pending.execute()).toEqual([]));
      const got = receiver.received.slice(from).map(({ event }) => ({ event: event.type, data: event }));
      return isThere ? toldOf(scene, got) : got;
    },
    "the log of deliveries": async ({ eve, hook }) => {
      const log = answered(await eve.get(`${hook.path}/deliveries?limit=200`));
      return (log?.deliveries ?? []).filter(({ type }: { type: string }) => type === "comment.created");
    },
  };

  describe.each(half(Object.keys(ways), create))("%s", (name) => {
    const { begin, end } = ways[name] as Way;
    const before = new Map<string, unknown[]>();
    let scene: Scene;
    let live: Follower;
    let delivered: string;
    beforeAll(async () => {
      const eve = await world.person(`eve-${name.replaceAll(" ", "-")}`, "MEMBER", "acme");
      const receiver = await startReceiver();
      const hook = await newHook(eve, receiver, { events: ["comment.created", "project.created"] });
      live = await followed(eve);
      const plan = await begin(world, eve);
      const spec = await newSpec(world.bob, plan, { title: "Shells", content: `The ${word} opens.` });
      const thread = await newThread(world.bob, spec.id, `What of the ${word}, ${mention(eve)}?`);
      scene = { eve, bob: world.bob, plan, spec, thread, hook, receiver };
      for (const [surface, look] of Object.entries(surfaces)) before.set(surface, await look(scene, live));
      delivered = (await deliveriesOf(eve, hook)).find(({ type }) => type === "comment.created")?.id ?? "";
      expect(outcome(await end(world, scene))).toBe("200");
    });
    afterAll(() => scene.receiver.close());

    it.each(Object.keys(surfaces))("empties %s at the next request", async (surface) => {
      const look = surfaces[surface] ?? expect.fail();
      expect(before.get(surface)).not.toEqual([]);
      expect(await look(scene, live)).toEqual([]);
    });

    it("leaves nothing that could be marked as read, redelivered or answered", async () => {
      const { eve, hook, thread } = scene;
      for (const answer of [
        await eve.post(`${hook.path}/deliveries/${delivered}/redeliver`),
        await eve.post(`${thread.path}/comments`, { body: "No." }),
        await eve.post(`${thread.path}/resolve`),
      ])
        expect([401, 404]).toContain(answer.status);
      const read = await eve.post("/v1/notifications/read", { upTo: "2147483647" });
      expect(read.status === 401 || read.body.count === 0).toBe(true);
    });
  });
});
