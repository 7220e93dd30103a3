import type { CompiledQuery } from "kysely";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyRemoteChanges } from "../../../src/modules/sync/apply-remote-changes.ts";
import { pollTrackers } from "../../../src/modules/sync/poll.ts";
import { refresh } from "../../../src/modules/sync/refresh.ts";
import { isPushing } from "../../../src/modules/sync/refresh-soon.ts";
import { refreshSpecs } from "../../../src/modules/sync/refresh-specs.ts";
import type { OpenTracker } from "../../../src/modules/trackers/registry.ts";
import type { Tracker } from "../../../src/modules/trackers/tracker.ts";
import type { Db } from "../../../src/storage/dialect.ts";
import { databases } from "../../databases.ts";
import { withRows } from "../../own-connection.ts";
import type { Person } from "../../world.ts";
import { eachTracker, keyOf, type SmallPlace, smallPlace } from "../pushing.ts";
import { expectOk, openScene, type Scene } from "../scene.ts";
import { standIns } from "../stand-in.ts";
import { runDueJobs } from "./tracker-changes.ts";

const env = { GROUNDPLAN_TRACKER_POLL_SECONDS: "0" };
const signal = new AbortController().signal;
const poll = ({ world }: Scene) => pollTrackers(world.context, null, { signal });

async function pushed(scene: Scene, specs: { title: string }[]): Promise<SmallPlace> {
  const place = await smallPlace(scene, specs);
  expectOk(await scene.world.alice.post(`${place.plan}/push`, {}, { prefer: "respond-async" }));
  await runDueJobs(scene.world);
  return place;
}

describe.each(eachTracker)("on $database polling $tracker without webhooks", ({ create, tracker }) => {
  let scene: Scene;
  let place: SmallPlace;
  /** The page size, a failing page, and the issues' change times if given. */
  const pages = { size: 1000, failAt: -1, asked: 0, since: "", times: [] as string[], onPage: () => {} };
  beforeAll(async () => {
    const wrap = ({ openTracker, ...mortal }: { openTracker: OpenTracker } & Scene["mortal"]) => ({
      ...mortal,
      openTracker: (async (...given) => inPages(await openTracker(...given))) satisfies OpenTracker,
    });
    scene = await openScene(create, standIns[tracker], { env, wrap });
    place = await pushed(scene, [{ title: "Albums" }, { title: "Photos" }, { title: "Search" }]);
  });
  afterAll(() => scene.close());

  function inPages(whole: Tracker): Tracker {
    return {
      ...whole,
      async changed(target, since, after) {
        if (pages.asked++ === pages.failAt) throw new Error("the connection broke");
        const { remote } = await whole.changed(target, since, null);
        const from = Number(after ?? 0);
        const next = from + pages.size < remote.length ? String(from + pages.size) : null;
        if (after === null) pages.since = since.toISOString();
        pages.onPage();
        const timed = remote.map((one, n) => ({ ...one, updatedAt: pages.times[n] ?? one.updatedAt }));
        return { remote: timed.slice(from, from + pages.size), next };
      },
    };
  }
  const spec = (n: number) => place.spec(`SPEC-${n}`);
  const set = async (n: number, to: "TODO" | "DONE" | "CANCELLED") =>
    scene.standIn.back.set(await keyOf(scene, spec(n)), to);
  const statuses = async () =>
    expectOk(await scene.world.alice.get(`${place.plan}/specs`)).body.specs.map(
      ({ status }: { status: string }) => status,
    );
  const planStatus = async () => (await scene.world.alice.get(place.plan)).body.plan.status;
  const since = async () =>
    (
      await scene.world.context.db
        .selectFrom("tracker_polls")
        .select("since")
        .where("target", "=", place.target)
        .executeTakeFirstOrThrow()
    ).since;
  const events = async () =>
    (await scene.world.context.db.selectFrom("events").select("seq").execute()).length;

  it("takes over changes, and records the tracker's clock from before the request", async () => {
    const begun = await since();
    await set(1, "DONE");
    const asked = Date.now();
    await poll(scene);
    expect(await statuses()).toEqual(["DONE", "TODO", "TODO"]);
    expect(await planStatus()).toBe("BUILDING");
    expect(Date.parse(await since())).toBeGreaterThanOrEqual(Date.parse(begun));
    // `Date` has whole seconds, rounded down.
    expect(Date.parse(await since())).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(await since())).toBeGreaterThan(asked - 2000);
  });

  it("changes nothing when nothing changed, and overlaps the previous poll a little", async () => {
    const before = await events();
    const calls = scene.standIn.log.length;
    await poll(scene);
    expect(await events()).toBe(before);
    expect(scene.standIn.log.length).toBeGreaterThan(calls);
  });

  it("reads all pages, and continues in the next round at a page that was not answered", async () => {
    const hour = 60 * 60_000;
    const start = Date.now() - hour;
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    await withRows(scene.world, (db) =>
      db
        .updateTable("tracker_polls")
        .set({ since: new Date(start).toISOString() })
        .execute(),
    );
    await set(2, "CANCELLED");
    await set(3, "DONE");
    Object.assign(pages, { size: 1, failAt: pages.asked + 2, times: [ago(90), ago(50), ago(40)] });
    await poll(scene);
    // It never goes back; after two pages the second one counts.
    expect(await since()).toBe(pages.times[1]);
    pages.failAt = -1;
    const asked = pages.asked;
    await poll(scene);
    expect(Date.parse(pages.since)).toBe(Date.parse(pages.times[1] ?? "") - 2 * 60_000);
    expect(pages.asked - asked).toBeGreaterThan(2);
    expect(Date.parse(await since())).toBeGreaterThan(start + hour - 2000);
    expect(await statuses()).toEqual(["DONE", "CANCELLED", "DONE"]);
    expect(await planStatus()).toBe("DONE");
    Object.assign(pages, { size: 1000, times: [] });
  });

  it("reads no further page once the process is draining", async () => {
    const before = await since();
    const ending = new AbortController();
    Object.assign(pages, { size: 1, times: [before], onPage: () => ending.abort() });
    const { asked } = pages;
    await pollTrackers(scene.world.context, null, { signal: ending.signal });
    expect(pages.asked - asked).toBe(1);
    expect(await since()).toBe(before);
    Object.assign(pages, { size: 1000, times: [], onPage: () => {} });
  });

  it("does no harm in two processes at once", async () => {
    await set(1, "TODO");
    const before = await events();
    await Promise.all([poll(scene), poll(scene), poll(scene)]);
    expect(await statuses()).toEqual(["TODO", "CANCELLED", "DONE"]);
    expect(await planStatus()).toBe("BUILDING");
    // One for the spec, one for its plan.
    expect((await events()) - before).toBe(2);
  });

  it("polls no more often than configured", async () => {
    const { config } = scene.world.context;
    Object.assign(config, { trackerPollSeconds: 300 });
    const calls = scene.standIn.log.length;
    await poll(scene);
    expect(scene.standIn.log.length).toBe(calls);
    Object.assign(config, { trackerPollSeconds: 0 });
  });

  it("does not poll a tracker that was disconnected, and continues once it is connected again", async () => {
    const { alice } = scene.world;
    const { connector, connect, log } = scene.standIn;
    const key = await keyOf(scene, spec(1));
    expectOk(await alice.delete(`/v1/connectors/${connector}/connection`));
    const calls = log.length;
    await scene.standIn.back.set(key, "TODO");
    await poll(scene);
    expect(log.length).toBe(calls);
    expectOk(await alice.post(`/v1/connectors/${connector}/connect`, connect));
    await poll(scene);
    expect(await statuses()).toEqual(["TODO", "CANCELLED", "DONE"]);
    expect(scene.standIn.violations).toEqual([]);
  });

  it("does not poll while a limit lasts, and keeps its position", async () => {
    const before = await since();
    scene.standIn.faults.next({}, scene.standIn.limit(600));
    const calls = scene.standIn.log.length;
    for (let round = 0; round < 3; round++) await poll(scene);
    expect(scene.standIn.log.length).toBe(calls + 1);
    expect(await since()).toBe(before);
  });
});

describe.each(databases)("on $database polling several connections", ({ create }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(create, standIns.github, { env });
  });
  afterAll(() => scene.close());

  it("continues with the others when one fails, whatever the reason", async () => {
    const { world, standIn } = scene;
    const people = { alice: world.alice, mallory: world.mallory };
    expectOk(await world.mallory.post("/v1/connectors/github/connect", standIn.newKey()));
    const made = new Map<Person, SmallPlace>();
    for (const person of Object.values(people)) {
      const as = { ...scene, world: Object.assign(Object.create(world), { alice: person }) };
      made.set(person, await pushed(Object.assign(as, { taken: scene.taken++ }), [{ title: "Albums" }]));
    }
    const rows = await world.context.db.selectFrom("connections").selectAll().execute();
    const status = async (person: Person) =>
      (await person.get(made.get(person)?.spec("SPEC-1") ?? "")).body.spec.status;
    const idOf = (person: Person) =>
      rows.find(({ connected_by }) => connected_by === person.userId)?.id ?? "";
    const { openTracker } = world.context;
    const secrets: string[] = [];
    for (const [broken, other] of [
      [people.alice, people.mallory],
      [people.mallory, people.alice],
    ] as const) {
      const place = made.get(other);
      await standIn.back.set(`${place?.target}#2`, "DONE");
      world.context.openTracker = async (services, credential) => {
        secrets.push(credential.secret);
        const isBroken = credential.secret === standIn.connect.apiKey ? people.alice : people.mallory;
        if (isBroken === broken) throw new Error("can't be opened");
        return openTracker(services, credential);
      };
      await poll(scene);
      expect(await status(other)).toBe("DONE");
      expect(world.logged.some((line) => line.includes(idOf(broken)))).toBe(true);
    }
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(world.logged.join()).not.toContain(secret);
    world.context.openTracker = openTracker;
  });
});

describe("taking over changes", () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(databases[0]?.create ?? expect.fail("no SQLite"), standIns.github, { env });
    await pushed(scene, [{ title: "Albums" }]);
  });
  afterAll(() => scene.close());

  /** Returns SQLite's query plans for the statements in `act`. */
  async function plansOf(act: (db: Db) => Promise<unknown>): Promise<string[]> {
    const { db } = scene.world.context;
    const queries: CompiledQuery[] = [];
    const watched = db.withPlugin({
      transformQuery({ node, queryId }) {
        queries.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await act(watched);
    const details: string[] = [];
    for (const query of queries) {
      const parameters = [...query.parameters];
      const text = query.sql.replaceAll("?", () => `'${parameters.shift()}'`);
      const { rows } = await sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(db);
      details.push(
        ...rows.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN) [a-z]/.test(detail)),
      );
    }
    return details;
  }

  it("finds its rows by indexes, so that its cost does not grow with the ledger", async () => {
    const { context } = scene.world;
    const row = await context.db
      .selectFrom("push_items")
      .selectAll()
      .where("kind", "=", "spec")
      .executeTakeFirstOrThrow();
    const about = { workspaceId: row.workspace_id, connectionId: row.connection_id };
    const external = {
      id: row.external_id ?? "",
      number: row.external_number,
      key: row.external_key ?? "",
      url: row.external_url ?? "",
    };
    const known = {
      ...about,
      found: [{ external, status: "TODO" as const, sight: { seen: "", seenDetails: "", now: {} } }],
      readAt: new Date().toISOString(),
    };
    const details = [
      ...(await plansOf((db) => applyRemoteChanges.run(db, known, null as never))),
      ...(await plansOf((db) => isPushing(db, about.workspaceId, about.connectionId))),
      ...(await plansOf((db) => refresh({ ...context, db }, { ...about, externalIds: [external.id] }))),
    ];
    expect(details.filter((detail) => /^SCAN (?!json_each)/.test(detail))).toEqual([]);
    const ofItems = details.filter((detail) => detail.startsWith("SEARCH push_items"));
    expect(ofItems).toHaveLength(2);
    for (const detail of ofItems) expect(detail).toContain("push_items_external");
    expect(details.find((detail) => detail.includes("pushes"))).toContain("pushes_active");
    const ofSpecs = await plansOf((db) =>
      refreshSpecs.run(db, { workspaceId: about.workspaceId, specIds: ["none"] }, null as never),
    );
    expect(ofSpecs.filter((detail) => /^SCAN (?!json_each)/.test(detail))).toEqual([]);
    expect(ofSpecs.filter((detail) => detail.startsWith("SEARCH push_items"))).toEqual([
      expect.stringContaining("push_items_entity (workspace_id=? AND entity_id=?)"),
    ]);
  });
});
