import { announcePresence, type PresenceMessage } from "@groundplan/contract";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Follower, follow } from "../../../test/event-stream.ts";
import { at, secondProcess } from "../../../test/second-process.ts";
import { type Person, setUpWorld, type World } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { createBoard } from "./board.ts";

const project = "/v1/projects/web";
const listen = { host: "127.0.0.1", port: 0 };
const settled = { interval: 10 };

describe.each(databases)("$database", ({ database, create }) => {
  const world = setUpWorld(create, { project: "Web", jobs: "off" });
  const open: Follower[] = [];
  beforeAll(() => world.app.listen(listen));
  afterEach(() => {
    vi.restoreAllMocks();
    for (const follower of open.splice(0)) follower.leave();
  });

  const announce = (who: Person, documentId: string, state: string, headers?: Record<string, string>) =>
    who.post(announcePresence.path.replace("{documentId}", documentId), { state }, headers);
  const followed = async (who: Person, where: World = world, after?: number) => {
    const follower = await follow(where, who, after);
    open.push(follower);
    return follower;
  };
  const told = ({ messages }: Follower, documentId: string) =>
    messages.flatMap(({ data }) => {
      const message = data as unknown as PresenceMessage;
      return message.type === "presence" && message.documentId === documentId ? [message.people] : [];
    });
  const person = ({ userId }: Person, name: string, state: string) => ({ userId, name, state });
  const newDocument = async (by: Person, plan: Record<string, unknown> = {}) =>
    newSpec(by, await newPlan(by, project, plan));

  it("answers everybody who is there, the caller included, once each with the latest state", async () => {
    const { alice, bob, vera } = world;
    const { id } = await newDocument(bob);
    expect((await announce(alice, id, "reading")).body.people).toEqual([person(alice, "alice", "reading")]);
    await announce(vera, id, "reading");
    await announce(alice, id, "typing");
    expect((await announce(bob, id, "reading")).body).toEqual({
      people: [
        person(alice, "alice", "typing"),
        person(bob, "bob", "reading"),
        person(vera, "vera", "reading"),
      ],
    });
  });

  it("is told to who can read the document, once for each change, without a number", async () => {
    const { alice, bob, carol, mallory } = world;
    const { id } = await newDocument(bob, { visibility: "PRIVATE" });
    const [own, others, foreign] = [await followed(bob), await followed(carol), await followed(mallory)];
    const states = [[person(bob, "bob", "reading")], [person(bob, "bob", "typing")]];
    await announce(bob, id, "reading");
    await expect.poll(() => told(own, id), settled).toEqual(states.slice(0, 1));
    for (const state of ["reading", "typing"]) await announce(bob, id, state);
    await expect.poll(() => told(own, id), settled).toEqual(states);
    expect(own.text()).toMatch(/\n\nevent: presence\ndata: \{"type":"presence"/);

    await alice.post("/v1/projects", { name: "A mark" });
    await expect.poll(() => others.messages.at(-1)?.event, settled).toBe("project.created");
    expect([told(others, id), told(foreign, id)]).toEqual([[], []]);
    expect(
      [await announce(carol, id, "reading"), await announce(mallory, id, "reading")].map(outcome),
    ).toEqual(["404 not_found", "404 not_found"]);
  });

  it("leaves after 30 seconds, which the stream tells", async () => {
    const { alice, bob } = world;
    const { id } = await newDocument(bob);
    const reader = await followed(bob);
    await announce(alice, id, "typing");
    await expect.poll(() => told(reader, id).length, settled).toBe(1);
    const before = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => before() + 30_000);
    await expect
      .poll(() => told(reader, id), { interval: 10, timeout: 4000 })
      .toEqual([[person(alice, "alice", "typing")], []]);
    expect((await announce(bob, id, "reading")).body.people).toEqual([person(bob, "bob", "reading")]);
  });

  it("ends with the access, for who is shown and for who is told", async () => {
    const { alice, bob, carol } = world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    const { id } = await newSpec(bob, plan);
    await bob.post(`${plan.path}/shares`, { userId: carol.userId, access: "READ" });
    await announce(carol, id, "reading");
    const reader = await followed(carol);
    await bob.delete(`${plan.path}/shares/${carol.userId}`);
    const { people } = (await announce(bob, id, "typing")).body;
    expect(people).toEqual([person(bob, "bob", "typing")]);
    await alice.post("/v1/projects", { name: "Another mark" });
    await expect.poll(() => reader.messages.at(-1)?.event, settled).toBe("project.created");
    expect(told(reader, id)).toEqual([]);
  });

  it("is no event: nothing is stored or replayed, nor is an `Idempotency-Key`", async () => {
    const { alice, bob } = world;
    const { id } = await newDocument(bob);
    const key = { "idempotency-key": `presence ${database}` };
    const last = async () => {
      const rows = await world.context.db.selectFrom("event_heads").selectAll().orderBy("seq").execute();
      return JSON.stringify(rows);
    };
    const before = await last();
    await announce(alice, id, "reading", key);
    await announce(bob, id, "reading");
    const again = await announce(alice, id, "reading", key);
    expect(again.body.people).toHaveLength(2);
    expect(await last()).toBe(before);
    const kept = await world.context.db.selectFrom("idempotency_keys").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain("presence.announce");
    const replayed = await followed(bob, world, 0);
    await bob.post(`${project}/plans`, { name: "A plan to wait for" });
    await expect.poll(() => replayed.messages.at(-1)?.event, settled).toBe("plan.created");
    expect(told(replayed, id)).toEqual([]);
  });

  it("is about plans, specs, sources, instructions and formats", async () => {
    const { alice, bob } = world;
    const plan = await newPlan(bob, project);
    const source = { title: "Notes", text: "What we know" };
    const made = await bob.post(`${project}/context`, source);
    const target = async (kind: Record<string, string>) => {
      const query = encodeURIComponent(JSON.stringify(kind));
      return (await bob.get(`/v1/documents?target=${query}`)).body.document.id as string;
    };
    const ids = [
      plan.id,
      made.body.source.id as string,
      await target({ kind: "instructions" }),
      await target({ kind: "format", formatKind: "spec", projectSlug: "web" }),
    ];
    const reader = await followed(bob);
    for (const id of ids) {
      expect(outcome(await announce(alice, id, "reading"))).toBe("200");
      await expect.poll(() => told(reader, id), settled).toEqual([[person(alice, "alice", "reading")]]);
    }
  });

  it("refuses other states, unknown documents and read-only keys", async () => {
    const { bob } = world;
    const { id } = await newDocument(bob);
    const answers = [
      await announce(bob, id, "away"),
      await announce(bob, "no-such-document", "reading"),
      await announce(bob, "%00", "reading"),
      await bob.post(`/v1/documents/${id}/presence`, { state: "reading", userId: world.alice.userId }),
    ];
    expect(answers.map(outcome)).toEqual([
      "400 invalid_request",
      "404 not_found",
      "404 not_found",
      "400 invalid_request",
    ]);
    const key = await bob.post("/v1/api-keys", { name: "Reads", scope: "read" });
    const reader = { authorization: `Bearer ${key.body.secret}` };
    expect(outcome(await announce(bob, id, "reading", reader))).toBe("403 insufficient_scope");
  });

  it.runIf(database === "PostgreSQL")("holds across processes", async () => {
    const { alice, bob } = world;
    const { id } = await newDocument(bob);
    const other = await secondProcess(world);
    try {
      await other.app.listen(listen);
      const [here, there] = [await followed(bob), await followed(bob, other)];
      await announce(at(other, alice), id, "typing");
      for (const follower of [here, there])
        await expect.poll(() => told(follower, id), settled).toEqual([[person(alice, "alice", "typing")]]);
      world.context.notices.tell("no JSON"); // Such as what a later release may tell.
      await announce(bob, id, "reading");
      await expect
        .poll(() => told(there, id).at(-1), settled)
        .toEqual([person(alice, "alice", "typing"), person(bob, "bob", "reading")]);
      expect((await announce(bob, id, "reading")).body.people).toHaveLength(2);
    } finally {
      await other.context.drain();
      await other.app.close();
      await other.context.close();
    }
  });
});

describe("the board", () => {
  it("is bounded by document and as a whole, and drops the oldest first", () => {
    let time = 0;
    const board = createBoard(() => time);
    const note = (documentId: string, userId: string) =>
      board.note({ workspaceId: "w", documentId, userId, state: "reading" });
    for (let n = 0; n < 150; n++) note("crowded", `u${n}`);
    const people = [...board.at({ workspaceId: "w", documentId: "crowded" }).keys()];
    expect([people.length, people[0], people.at(-1)]).toEqual([100, "u50", "u149"]);
    for (let n = 0; n < 20_000; n++) note(`d${n}`, "u");
    expect(board.size()).toBe(10_000);
    expect(board.at({ workspaceId: "w", documentId: "crowded" }).size).toBe(0);
    time = 30_000;
    expect(board.expire()).toHaveLength(10_000);
    expect(board.size()).toBe(0);
  });

  it("has who was seen in the last 30 seconds, with the latest state, whatever happens", () => {
    const state = fc.constantFrom("reading" as const, "typing" as const);
    const step = fc.record({
      documentId: fc.constantFrom("a", "b"),
      userId: fc.constantFrom("x", "y", "z"),
      state,
      after: fc.nat(20_000),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let time = 0;
        const board = createBoard(() => time);
        const seen = new Map<string, { state: string; time: number }>();
        for (const { after, ...sighting } of steps) {
          time += after;
          board.expire();
          const known = seen.get(sighting.documentId + sighting.userId);
          const isKnown = known?.state === sighting.state && time - known.time < 30_000;
          expect(board.note({ workspaceId: "w", ...sighting })).toHaveLength(isKnown ? 0 : 1);
          seen.set(sighting.documentId + sighting.userId, { state: sighting.state, time });
          const expected = [...seen].flatMap(([key, at]) =>
            time - at.time < 30_000 ? [[key, at.state] as const] : [],
          );
          const actual = ["a", "b"].flatMap((documentId) =>
            [...board.at({ workspaceId: "w", documentId })].map(
              ([userId, now]) => [documentId + userId, now] as const,
            ),
          );
          expect(new Map(actual)).toEqual(new Map(expected));
        }
      }),
    );
  });
});
