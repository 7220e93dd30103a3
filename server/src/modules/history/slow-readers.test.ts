import { beforeAll, describe, expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { follow } from "../../../test/event-stream.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import type { Actor } from "../../actor.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";
import { streamsOf } from "./streams.ts";

const settled = { interval: 10 };

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeAll(async () => {
    plan = await newPlan(world.bob, "/v1/projects/web");
    await world.app.listen({ host: "127.0.0.1", port: 0 });
  });

  async function actorOf(person: Person): Promise<Actor> {
    const { credential, workspace } = (await person.get("/v1/me")).body;
    return {
      workspaceId: workspace.id,
      userId: person.userId,
      userName: "x",
      email: person.email,
      role: "MEMBER",
      scope: "write",
      credentialId: credential.id,
      credentialKind: "api_key",
      signedInAt: null,
    };
  }
  async function manySpecs(count: number): Promise<void> {
    const specs = Array.from({ length: 500 }, (_, n) => ({ title: `Spec ${n}` }));
    for (let made = 0; made < count; made += specs.length)
      expect((await world.bob.post(`${plan.path}/specs/batch`, { specs })).status).toBe(201);
  }

  it("ends a stream whose person was removed while it was opened, before sending anything", async () => {
    const leaving = await world.person("leaving", "MEMBER", "acme");
    const actor = await actorOf(leaving);
    const position = (await world.alice.get("/v1/audit?limit=1")).body.entries[0].seq;
    await world.alice.delete(`/v1/members/${leaving.userId}`);
    await world.alice.post("/v1/projects", { name: "Unheard" });
    for (const after of [undefined, position]) {
      const { text } = await streamsOf(world.context).open(actor, after);
      let taken = "";
      text.on("data", (part) => {
        taken += part;
      });
      await world.alice.patch("/v1/projects/unheard", { name: "Still unheard" });
      await expect.poll(() => text.readableEnded, settled).toBe(true);
      expect(taken).toBe(":\n\n");
    }
  });

  it("buffers little for a reader that does not read, and tells it to resync once it does", async () => {
    const streams = streamsOf(world.context);
    const actor = await actorOf(world.carol);
    const { text } = await streams.open(actor, undefined);
    const quick = await follow(world, world.carol);
    await manySpecs(2000);
    await expect.poll(() => quick.messages.length, settled).toBe(2000);
    expect(text.readableLength).toBeLessThan(128 * 1024);

    let taken = "";
    text.on("data", (part) => {
      taken += part;
    });
    await expect.poll(() => taken, settled).toContain("event: reset");
    await newSpec(world.bob, plan);
    await expect.poll(() => taken.split("\n\n").at(-2), settled).toMatch(/^id: \d+\nevent: spec\.created\n/);
    const ids = [...taken.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(ids.at(-1)).toBe((ids.at(-2) ?? 0) + 1);
    text.destroy();
    quick.leave();
  }, 60_000);

  it("retries a failed read, even if nobody writes any more", async () => {
    const reader = await follow(world, world.carol);
    const executor = world.context.db.getExecutor();
    const executeQuery = executor.executeQuery.bind(executor);
    const until = Date.now() + 500;
    const spy = vi.spyOn(executor, "executeQuery").mockImplementation((query) => {
      if (Date.now() > until || !/from "event_heads"/.test(query.sql)) return executeQuery(query);
      return Promise.reject(new Error("the database is away"));
    });
    await newSpec(world.bob, plan);
    await expect.poll(() => reader.messages.length, settled).toBe(1);
    expect(Date.now()).toBeGreaterThan(until);
    spy.mockRestore();
    reader.leave();
  });

  it("sends a slightly slow reader its missed events, each once", async () => {
    const { text } = await streamsOf(world.context).open(await actorOf(world.carol), undefined);
    await manySpecs(1000);
    let taken = "";
    text.on("data", (part) => {
      taken += part;
    });
    await expect.poll(() => taken.match(/^id: /gm)?.length, settled).toBe(1000);
    expect(taken).not.toContain("event: reset");
    text.destroy();
  });

  it("reads an event once for all readers", async () => {
    const executor = world.context.db.getExecutor();
    const asked = async () => {
      const spy = vi.spyOn(executor, "executeQuery");
      const [last] = readers.slice(-1);
      const before = last?.messages.length ?? 0;
      await newSpec(world.bob, plan);
      await expect.poll(() => last?.messages.length, settled).toBe(before + 1);
      const queries = spy.mock.calls
        .map(([{ sql }]) => sql)
        .filter((sql) => /from "events"|"root"/.test(sql));
      spy.mockRestore();
      return queries.length;
    };
    const readers = [await follow(world, world.carol)];
    const ofOne = await asked();
    for (const person of [world.alice, world.bob, world.carol, world.vera])
      for (let n = 0; n < 15; n++) readers.push(await follow(world, person));
    expect(await asked()).toBe(ofOne);
    for (const { leave } of readers) leave();
  });

  it("sends a comment every 15 seconds, and leaves nothing running after the last reader left", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const reader = await follow(world, world.bob);
      await expect.poll(reader.text, settled).toBe(":\n\n");
      for (const count of [2, 3]) {
        vi.advanceTimersByTime(15_000);
        await expect.poll(reader.text, settled).toBe(":\n\n".repeat(count));
      }
      const running = vi.getTimerCount();
      reader.leave();
      await expect.poll(() => vi.getTimerCount(), settled).toBeLessThan(running);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
