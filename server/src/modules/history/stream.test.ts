import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { signOut } from "@groundplan/contract";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { signedInBrowser } from "../../../test/browser.ts";
import { databases } from "../../../test/databases.ts";
import { type Follower, follow } from "../../../test/event-stream.ts";
import { at, secondProcess } from "../../../test/second-process.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";
import { streamsOf } from "./streams.ts";

const project = "/v1/projects/web";
const listen = { host: "127.0.0.1", port: 0 };

describe.each(databases)("$database", ({ database, create }) => {
  const world = setUpWorld(create, { project: "Web" });
  const open: Follower[] = [];
  beforeAll(() => world.app.listen(listen));
  afterEach(() => {
    for (const follower of open.splice(0)) follower.leave();
  });

  const followed = async (who: Pick<Person, "key">, after?: number | string, where = world) => {
    const follower = await follow(where, who, after);
    open.push(follower);
    return follower;
  };
  const types = ({ messages }: Follower) => messages.map(({ event }) => event);
  const settled = { interval: 10 };
  /** Creates a project, whose event every member receives after all earlier ones. */
  async function mark(...followers: Follower[]): Promise<void> {
    const name = `Mark ${Math.random()}`;
    const { slug } = (await world.alice.post("/v1/projects", { name })).body.project;
    for (const { messages } of followers)
      await expect.poll(() => messages.some(({ data }) => data.projectSlug === slug), settled).toBe(true);
  }

  it("sends new events as they happen, with number and type", async () => {
    const { bob, carol } = world;
    const reader = await followed(carol);
    expect(reader.status).toBe(200);
    expect(reader.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(reader.headers.get("x-accel-buffering")).toBe("no");
    const plan = await newPlan(bob, project);
    await newSpec(bob, plan);
    await expect.poll(() => types(reader), settled).toEqual(["plan.created", "spec.created"]);
    const [made, spec] = reader.messages;
    expect(spec?.id).toBe((made?.id ?? 0) + 1);
    expect(spec?.data).toEqual({
      seq: spec?.id,
      type: "spec.created",
      at: expect.any(String),
      data: { shortId: "SPEC-1" },
      actor: { userId: bob.userId, name: "bob" },
      credential: { kind: "api_key", name: "test" },
      projectSlug: "web",
      planShortId: plan.shortId,
      specShortId: "SPEC-1",
    });
  });

  it("continues after `Last-Event-ID`, and replays from the first event with 0", async () => {
    const whole = await followed(world.alice, 0);
    await mark(whole);
    const ids = whole.messages.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(types(whole).slice(0, 2)).toEqual(["workspace.created", "member.added"]);
    const middle = ids[Math.floor(ids.length / 2)] ?? 0;
    const later = await followed(world.alice, middle);
    await mark(later, whole);
    expect(later.messages).toEqual(whole.messages.filter(({ id }) => id > middle));
  });

  it("sends a `reset` for a number from the future, and refuses invalid numbers", async () => {
    for (const future of [999_999, "9".repeat(16), "9".repeat(400)]) {
      const reader = await followed(world.alice, future);
      await expect.poll(() => types(reader), settled).toEqual(["reset"]);
      await mark(reader);
      expect(types(reader)).toEqual(["reset", "project.created"]);
      expect(reader.messages[1]?.id).toBe((reader.messages[0]?.id ?? 0) + 1);
    }
    for (const id of ["-1", "abc", "1.5", "1e3"]) expect((await followed(world.alice, id)).status).toBe(400);
  });

  it("sends each event once, in order, to readers who connect during writes", async () => {
    const { alice, bob } = world;
    const plan = await newPlan(bob, project);
    let isWriting = true;
    const writing = Promise.all(
      [alice, bob].map(async (person) => {
        for (let n = 0; n < 25; n++) await newSpec(person, plan);
        isWriting = false;
      }),
    );
    const readers: Follower[] = [];
    for (let n = 0; isWriting && n < 60; n++) {
      const after = readers[0]?.messages.at(-1)?.id;
      readers.push(
        await followed(alice, n % 3 === 0 || after === undefined ? undefined : Math.max(1, after - n)),
      );
    }
    await writing;
    readers.push(await followed(alice, 0));
    await mark(...readers);
    const all = readers.at(-1)?.messages.map(({ id }) => id) ?? [];
    expect(readers.length).toBeGreaterThan(5);
    for (const { messages } of readers) {
      const [first] = messages;
      expect(messages.map(({ id }) => id)).toEqual(all.slice(all.indexOf(first?.id ?? 0)));
    }
  });

  it("accepts a number of another workspace like any other", async () => {
    const reader = await followed(world.mallory, 1);
    await world.mallory.post("/v1/projects", { name: "Elsewhere" });
    await expect.poll(() => types(reader), settled).toContain("project.created");
    expect(reader.messages.map(({ data }) => data.projectSlug).filter(Boolean)).toEqual(["elsewhere"]);
  });

  it("sends a move to another project only to readers of the plan there", async () => {
    const { alice, bob, carol, vera } = world;
    await alice.post("/v1/projects", { name: "Other", slug: "other" });
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    await bob.put(`${plan.path}/shares/${carol.userId}`, { capability: "READ" });
    const home = await newPlan(bob, "/v1/projects/other", { visibility: "PRIVATE" });
    await bob.put(`${home.path}/shares/${vera.userId}`, { capability: "READ" });
    const readers = await Promise.all([bob, carol, vera].map((person) => followed(person)));
    await bob.post(`${plan.path}/move`, { projectSlug: "other", parentPlanId: home.shortId });
    await mark(...readers);
    const told = readers.map(({ messages }) =>
      messages
        .filter(({ event }) => event === "plan.moved")
        .map(({ data: { projectSlug, data } }) => `${projectSlug} ${Object.keys(data ?? {}).length > 0}`),
    );
    const whole = ["web true", "other true"];
    expect(told).toEqual([whole, ["web false"], whole]);
  });

  it("sends only readable events, and the end of access once, without data", async () => {
    const { alice, bob, carol, vera } = world;
    const [ofBob, ofCarol, ofVera] = [await followed(bob), await followed(carol), await followed(vera)];
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    await newSpec(bob, plan);
    // Access is checked at sending.
    await mark(ofBob, ofCarol, ofVera);
    await bob.put(`${plan.path}/shares/${carol.userId}`, { capability: "READ" });
    await newSpec(bob, plan);
    await mark(ofBob, ofCarol, ofVera);
    await bob.delete(`${plan.path}/shares/${carol.userId}`);
    await newSpec(bob, plan);
    await mark(ofBob, ofCarol, ofVera);
    await bob.patch(plan.path, { visibility: "TEAM" });
    await mark(ofBob, ofCarol, ofVera);
    await bob.patch(plan.path, { visibility: "PRIVATE" });
    await newSpec(bob, plan);
    await bob.delete(plan.path);
    await mark(ofBob, ofCarol, ofVera);
    const heard = ({ messages }: Follower) =>
      messages
        .filter(({ data }) => data.planShortId === plan.shortId)
        .map(({ event, data }) => `${event} ${Object.keys(data.data).join()}`.trim());
    expect(heard(ofBob)).toEqual([
      ...["plan.created shortId", "spec.created shortId", "plan.shared userId,capability"],
      ...["spec.created shortId", "plan.unshared userId", "spec.created shortId"],
      ...[
        "plan.updated changed,from,to",
        "plan.updated changed,from,to",
        "spec.created shortId",
        "plan.deleted",
      ],
    ]);
    expect(heard(ofCarol)).toEqual([
      ...["plan.shared userId,capability", "spec.created shortId", "plan.unshared"],
      ...["plan.updated changed,from,to", "plan.updated"],
    ]);
    expect(heard(ofVera)).toEqual(["plan.updated changed,from,to", "plan.updated"]);
    // Later, a deleted plan leaves only its end, for those who could read it.
    for (const [who, ends] of [
      [bob, ["plan.deleted"]],
      [carol, []],
      [vera, []],
      [alice, []],
    ] as const) {
      const again = await followed(who, 0);
      await mark(again);
      const gone = again.messages
        .filter(({ data }) => data.planShortId === plan.shortId)
        .map(({ event }) => event);
      expect(gone.filter((type) => type === "plan.deleted")).toEqual(ends);
      expect(gone.filter((type) => type.startsWith("spec."))).toEqual([]);
    }
  });

  it("leaves out data that names a plan which the reader can't read", async () => {
    const { bob, carol } = world;
    const shared = await newPlan(bob, project);
    const hidden = await newPlan(bob, project, { visibility: "PRIVATE" });
    const [a, b] = [await newSpec(bob, shared), await newSpec(bob, hidden)];
    const readers = [await followed(bob), await followed(carol)];
    const ends = { fromSpecId: a.id, toSpecId: b.id };
    expect((await bob.post(`${shared.path}/dependencies`, ends)).status).toBe(201);
    expect((await bob.post(`${shared.path}/specs/SPEC-1/move`, { planId: hidden.id })).status).toBe(200);
    await mark(...readers);
    const [ofBob, ofCarol] = readers.map(({ messages }) =>
      messages
        .filter(({ data }) => data.planShortId === shared.shortId)
        .map(({ event, data }) => [event, Object.keys(data.data)]),
    );
    expect(ofBob).toEqual([
      ["dependency.created", ["kind", "from", "to"]],
      ["spec.moved", ["shortId", "to"]],
    ]);
    expect(ofCarol).toEqual([
      ["dependency.created", []],
      ["spec.moved", []],
    ]);
    expect(readers[1]?.text()).not.toContain(hidden.id);
    expect(readers[1]?.text()).not.toContain(b.id);
  });

  it("sends events of keys to their person, and those of invites to owners", async () => {
    const { alice, bob, carol } = world;
    const readers = [await followed(alice), await followed(bob), await followed(carol)];
    const { key } = (await bob.post("/v1/api-keys", { name: "k" })).body;
    await bob.delete(`/v1/api-keys/${key.id}`);
    await alice.post("/v1/invites", { email: "erin@example.com", role: "MEMBER" });
    await mark(...readers);
    expect(readers.map(types)).toEqual([
      ["invite.created", "project.created"],
      ["api_key.created", "api_key.revoked", "project.created"],
      ["project.created"],
    ]);
  });

  it("ends at once, alone, when its credential is revoked or expires, or its person leaves", async () => {
    const { alice, bob } = world;
    const soon = new Date(Date.now() + 1500).toISOString();
    const revoked = (await bob.post("/v1/api-keys", { name: "k" })).body;
    const expiring = (await bob.post("/v1/api-keys", { name: "k", expiresAt: soon })).body;
    const leaving = await world.person("leaving", "MEMBER", "acme");
    const [a, b, c, stays] = [
      await followed({ key: revoked.secret }),
      await followed({ key: expiring.secret }),
      await followed(leaving),
      await followed(bob),
    ];
    await bob.delete(`/v1/api-keys/${revoked.key.id}`);
    await a.ended;
    await alice.delete(`/v1/members/${leaving.userId}`);
    await c.ended;
    await b.ended;
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon) - 5);
    await mark(stays);
    expect((await followed({ key: revoked.secret })).status).toBe(401);
  });

  it("ends when its person signs out of the console", async () => {
    const { browser, session } = await signedInBrowser(world, world.carol);
    const console = await followed(await browser.token(session));
    const stays = await followed(world.carol);
    expect(console.status).toBe(200);
    await browser.call(signOut, { body: {} });
    await console.ended;
    await mark(stays);
  });

  it("sends by the reader's current role", async () => {
    const { alice } = world;
    const promoted = await world.person("promoted", "MEMBER", "acme");
    const reader = await followed(promoted);
    const invite = (n: number) =>
      alice.post("/v1/invites", { email: `guest-${n}@example.com`, role: "VIEWER" });
    await invite(1);
    await mark(reader);
    await alice.patch(`/v1/members/${promoted.userId}`, { role: "OWNER" });
    await invite(2);
    await mark(reader);
    await alice.patch(`/v1/members/${promoted.userId}`, { role: "MEMBER" });
    await invite(3);
    await mark(reader);
    expect(types(reader).filter((type) => type !== "project.created")).toEqual([
      ...["member.role_changed", "invite.created", "member.role_changed"],
    ]);
  });

  it("sends events of another process", async () => {
    await expect.poll(() => streamsOf(world.context).count(), settled).toBe(0);
    const other = await secondProcess(world);
    try {
      await other.app.listen(listen);
      // PostgreSQL notifies, so the periodic poll is disabled.
      if (database === "PostgreSQL") vi.useFakeTimers({ toFake: ["setInterval"] });
      const [here, there] = [await followed(world.bob), await followed(world.bob, undefined, other)];
      await sleep(300); // The listening connection is open by then.
      await at(other, world.alice).post("/v1/projects", { name: "From there" });
      for (const follower of [here, there])
        await expect.poll(() => types(follower), settled).toEqual(["project.created"]);
      await world.alice.post("/v1/projects", { name: "From here" });
      await expect.poll(() => types(there).length, settled).toBe(2);
      await other.context.drain();
      await there.ended;
      expect(there.text()).toMatch(/\n\nretry: \d+\n\n$/);
      here.leave();
      await expect.poll(() => streamsOf(world.context).count(), settled).toBe(0);
    } finally {
      vi.useRealTimers();
      await other.context.drain();
      await other.app.close();
      await other.context.close();
    }
  });

  it("ignores readers that left before its answer, and answers HEAD without a body", async () => {
    const key = await world.key(world.carol.email, "acme", "read");
    const { port } = world.app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/v1/events`;
    const headers = { authorization: `Bearer ${key}` };
    for (let n = 0; n < 250; n++) {
      const leaving = new AbortController();
      const answer = fetch(address, { headers, signal: leaving.signal }).catch(() => null);
      if (n % 2 === 0) await sleep(1);
      leaving.abort();
      await answer;
    }
    for (let n = 0; n < 5; n++) {
      const head = await fetch(address, { method: "HEAD", headers });
      expect([head.status, await head.text()]).toEqual([200, ""]);
    }
    await expect
      .poll(async () => {
        const streams = await Promise.all(Array.from({ length: 195 }, () => followed({ key })));
        for (const { leave } of streams) leave();
        return new Set(streams.map(({ status }) => status));
      }, settled)
      .toEqual(new Set([200]));
  });

  it("opens at most 200 streams per credential, and another one when one ends", async () => {
    const key = await world.key(world.carol.email, "acme", "read");
    const streams = await Promise.all(Array.from({ length: 205 }, () => followed({ key })));
    const statuses = streams.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(streams.find(({ status }) => status === 429)?.headers.get("retry-after")).toMatch(/^[1-9]/);
    streams.find(({ status }) => status === 200)?.leave();
    await expect.poll(async () => (await followed({ key })).status, settled).toBe(200);
    await mark(...streams.filter(({ status }) => status === 200).slice(1));
  });

  it("opens at most 1,000 streams per process, whoever owns them, and says so", async () => {
    const keys = await Promise.all(
      Array.from({ length: 6 }, () => world.key(world.carol.email, "acme", "read")),
    );
    await expect.poll(() => streamsOf(world.context).count(), settled).toBe(0);
    const headersOf = (key: string | undefined) => ({ authorization: `Bearer ${key}` });
    const leaving = new AbortController();
    const begin = async (key: string | undefined) =>
      world.app.inject({
        method: "GET",
        url: "/v1/events",
        headers: headersOf(key),
        payloadAsStream: true,
        signal: leaving.signal,
      });
    const others = await followed(world.bob);
    const first = keys
      .slice(0, 5)
      .flatMap((key, n) => Array.from({ length: n === 0 ? 199 : 200 }, () => key));
    const begun: Awaited<ReturnType<typeof begin>>[] = [];
    // Simultaneous lookups of all keys would be too slow in PostgreSQL on a busy machine.
    while (begun.length < first.length)
      begun.push(...(await Promise.all(first.slice(begun.length, begun.length + 40).map(begin))));
    expect(new Set(begun.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const refused = await world.send("GET", "/v1/events", undefined, headersOf(keys[5]));
    expect(refused).toMatchObject({
      status: 429,
      headers: { "retry-after": "10" },
      body: {
        error: {
          code: "rate_limited",
          message: expect.stringMatching(/^This process has as many.*Close one/),
        },
      },
    });
    others.leave();
    await expect.poll(async () => (await followed({ key: keys[5] ?? "" })).status, settled).toBe(200);
    for (const { raw } of begun) raw.res.destroy();
    leaving.abort();
  });
});
