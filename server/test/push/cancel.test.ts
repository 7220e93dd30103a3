import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { patient } from "./patient.ts";
import { trackersOn } from "./pushing.ts";
import {
  allWaitsAreOver,
  expectOk,
  freshPlace,
  ledgerOf,
  openScene,
  type Place,
  type Scene,
  startPush,
  whole,
  work,
  workOn,
} from "./scene.ts";
import { standIns } from "./stand-in.ts";

const sentence = "The push was cancelled. Completed writes stay; push again to continue.";

/** The index of a creating call in the push of a fresh place. */
const writing = { linear: 2, jira: 9, github: 2 };

describe.each(databases)("on $database", ({ create }) => {
  describe.each(trackersOn(create))("a push to %s", (tracker) => {
    let scene: Scene;
    let place: Place;
    beforeAll(async () => {
      scene = await openScene(create, standIns[tracker], { env: patient });
    });
    afterAll(() => scene.close());
    beforeEach(async () => {
      await allWaitsAreOver(scene);
      place = await freshPlace(scene, scene.taken++);
    });

    const at = (pushId: string, more = "") => `${place.main}/pushes/${pushId}${more}`;
    const told = async (pushId: string) => (await scene.world.alice.get(at(pushId))).body.push;
    async function expectWhole(pushedItemCount: number) {
      const { pushes } = (await scene.world.alice.get(`${place.main}/pushes`)).body;
      expect(pushes.at(-1)).toMatchObject({ status: "pushed", pushedItemCount, caveats: [] });
      expect(await scene.standIn.had(place.mark)).toEqual(whole(tracker === "github"));
      expect(await ledgerOf(scene, place)).toBe("knows each once");
      expect(scene.standIn.violations).toEqual([]);
    }

    it("that is cancelled ends before its next call; written changes stay, and the next one goes on", async () => {
      const pushId = await startPush(scene, place);
      const held = scene.mortal.pauseAt(writing[tracker]);
      const working = work(scene, null);
      await held.reached;
      const { status, body } = await scene.world.bob.post(at(pushId, "/cancel"));
      expect([status, body.push.status]).toEqual([200, "running"]);
      const calls = scene.standIn.log.length;
      held.release();
      expect(await working).toBe("ended");
      expect(scene.standIn.log).toHaveLength(calls);
      const ended = await told(pushId);
      expect(ended).toMatchObject({ status: "partial", caveats: [sentence] });
      const there = Object.keys(await scene.standIn.had(place.mark));
      expect(there).toHaveLength(ended.pushedItemCount);
      expect(there.length).toBeLessThan(12);

      // Cancelling again is a no-op.
      expect((await scene.world.alice.post(at(pushId, "/cancel"))).body.push).toEqual(withoutItems(ended));
      await startPush(scene, place);
      await workOn(scene);
      await expectWhole(12 - ended.pushedItemCount);
    });

    it("that sleeps can be cancelled: it is woken and ended, without a call", async () => {
      scene.standIn.faults.add({ match: scene.standIn.creates, fault: scene.standIn.limit(3000) });
      const pushId = await startPush(scene, place);
      expect(await work(scene, null)).toBe("asleep");
      const calls = scene.standIn.log.length;
      expectOk(await scene.world.alice.post(at(pushId, "/cancel")));
      expect(await work(scene, null)).toBe("ended");
      expect(scene.standIn.log).toHaveLength(calls);
      expect((await told(pushId)).caveats).toEqual([sentence]);
    });

    it("whose key expires half-way says so, and the next one with a new key creates nothing twice", async () => {
      const { world, standIn } = scene;
      // The first created item is a plan.
      const skip = tracker === "linear" ? 0 : 1;
      standIn.faults.add({ match: standIn.creates, skip, fault: { revoke: true } });
      const pushId = await startPush(scene, place);
      expect(await work(scene, null)).toBe("ended");
      const ended = await told(pushId);
      expect(ended).toMatchObject({ status: "partial", caveats: [expect.stringMatching(/Connect again/)] });
      expect(world.logged.join("")).not.toMatch(/"level":[56]0/);
      const connector = `/v1/connectors/${standIn.connector}`;
      const refused = await world.alice.post(`${place.main}/push`, {}, { prefer: "respond-async" });
      expect(await work(scene, null)).toBe("ended");
      expect((await told(refused.body.push.pushId)).caveats[0]).toMatch(/Connect again/);

      expectOk(await world.alice.post(`${connector}/connect`, standIn.newKey()));
      await startPush(scene, place);
      await workOn(scene);
      await expectWhole(12 - ended.pushedItemCount);

      // The key may also expire at a read.
      expectOk(await world.alice.patch(`${place.main}/specs/SPEC-1`, { title: `Books${place.mark}` }));
      const changed = await startPush(scene, place);
      const before = standIn.log.length;
      standIn.faults.add({ match: {}, skip: 1, fault: { revoke: true } });
      await work(scene, null);
      expect(standIn.log.length - before).toBeGreaterThan(1);
      expect((await told(changed)).caveats[0]).toMatch(/Connect again/);
      expect(world.logged.join("")).not.toMatch(/"level":[56]0/);
      standIn.faults.clear();
      expectOk(await world.alice.post(`${connector}/connect`, standIn.newKey()));
      await startPush(scene, place);
      await workOn(scene);
      expect(Object.keys(await standIn.had(place.mark)).toSorted()).toContain("Books");
    });
  });

  describe("a push", () => {
    let scene: Scene;
    let place: Place;
    beforeAll(async () => {
      scene = await openScene(create, standIns.github, { env: patient });
    });
    afterAll(() => scene.close());
    beforeEach(async () => {
      place = await freshPlace(scene, scene.taken++);
    });
    const at = (pushId: string, more = "") => `${place.main}/pushes/${pushId}${more}`;
    const told = async (pushId: string) => (await scene.world.alice.get(at(pushId))).body.push;
    const eventsOf = (pushId: string) =>
      scene.world.context.db
        .selectFrom("events")
        .selectAll()
        .where("subject_id", "=", pushId)
        .orderBy("seq")
        .execute();

    it("can be cancelled before it begins, and by two users at once, with one event", async () => {
      const pushId = await startPush(scene, place);
      const calls = scene.standIn.log.length;
      const { alice, bob } = scene.world;
      const answers = await Promise.all([alice.post(at(pushId, "/cancel")), bob.post(at(pushId, "/cancel"))]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await work(scene, null)).toBe("ended");
      expect(scene.standIn.log).toHaveLength(calls);
      expect(await told(pushId)).toMatchObject({ status: "failed", message: sentence, items: [] });
      expect((await eventsOf(pushId)).map(({ type }) => type)).toEqual([
        "push.started",
        "push.cancelled",
        "push.finished",
      ]);
      const again = expectOk(await bob.post(at(pushId, "/retry")));
      await workOn(scene);
      expect((await told(again.body.push.pushId)).status).toBe("pushed");
    });

    it("that was cancelled just before it goes to sleep does not sleep", async () => {
      const { creates, limit, faults } = scene.standIn;
      faults.add({ match: creates, fault: limit(3000) });
      const pushId = await startPush(scene, place);
      const held = scene.mortal.pauseAt(1);
      const working = work(scene, null);
      await held.reached;
      expectOk(await scene.world.alice.post(at(pushId, "/cancel")));
      held.release();
      expect(await working).toBe("ended");
      expect((await told(pushId)).caveats).toEqual([sentence]);
      await allWaitsAreOver(scene);
    });

    it("can be cancelled and retried by editors; to users who can't read the plan it does not exist", async () => {
      const pushId = await startPush(scene, place);
      const { vera, mallory, alice } = scene.world;
      for (const more of ["/cancel", "/retry"]) {
        expectError(await vera.post(at(pushId, more)), "forbidden");
        expectError(await mallory.post(at(pushId, more)), "not_found");
        expectError(await alice.post(at("nonsense", more)), "not_found");
      }
      const other = await freshPlace(scene, scene.taken++);
      expectError(await alice.post(`${other.main}/pushes/${pushId}/cancel`), "not_found");
      expect((await alice.post(`${place.sub}/pushes/${pushId}/cancel`)).status).toBe(200);
      await workOn(scene);
    });

    it("is retried with its options, including links that the tracker refused; 409 until it has ended", async () => {
      const { alice } = scene.world;
      const before = { status: 422, body: { message: "No." } };
      scene.standIn.faults.add({ match: { method: "POST", path: "blocked_by" }, fault: { before } });
      const pushId = await startPush(scene, place, { includeSubPlans: false });
      expectError(await alice.post(at(pushId, "/retry")), "invalid_transition");
      await workOn(scene);
      const { dependencyCount, status } = await told(pushId);
      expect([status, dependencyCount]).toEqual(["pushed", 5]);
      await startPush(scene, place, { includeSubPlans: false });
      await workOn(scene);
      const { status: none, message, caveats } = (await alice.get(`${place.main}/pushes`)).body.pushes.at(-1);
      expect([none, message]).toEqual(["unchanged", expect.stringMatching(/^Nothing was changed .*caveats/)]);
      expect(caveats).toEqual([expect.stringMatching(/^1 link differs in the tracker/)]);

      const answer = await alice.post(at(pushId, "/retry"));
      expect([answer.status, answer.body.push.status]).toEqual([201, "queued"]);
      const { pushId: again } = answer.body.push;
      expect(again).not.toBe(pushId);
      // While running, it is joined by another retry.
      expect((await alice.post(at(pushId, "/retry"))).body.push.pushId).toBe(again);
      await workOn(scene);
      expect(await told(again)).toMatchObject({ status: "pushed", pushedItemCount: 0, dependencyCount: 1 });
      expect(await scene.standIn.had(place.mark)).not.toHaveProperty("Cart");
    });

    it("is not retried when the project has another target now", async () => {
      const { alice } = scene.world;
      const pushId = await startPush(scene, place);
      await workOn(scene);
      const { provider } = scene.standIn;
      const { target } = scene.standIn.target(scene.taken++);
      const project = place.main.replace(/\/plans\/.*/, "");
      expectOk(await alice.put(`${project}/tracker`, { provider, target }));
      const refused = await alice.post(at(pushId, "/retry"));
      expectError(refused, "no_target");
      expect(refused.body.error.message).toContain("Push the plan again");
    });

    it("is not retried when another host was connected since: its target means nothing there", async () => {
      const { alice } = scene.world;
      const pushId = await startPush(scene, place);
      await workOn(scene);
      await withRows(scene.world, (db) =>
        db.updateTable("connections").set({ site: "https://other" }).execute(),
      );
      expectOk(await alice.post("/v1/connectors/github/connect", scene.standIn.connect));
      const refused = await alice.post(at(pushId, "/retry"));
      expectError(refused, "not_connected");
      expect(refused.body.error.message).toContain("Push again");
    });

    it("returns each item's state, key and address while it runs, and appends an event without text for each step", async () => {
      const pushId = await startPush(scene, place);
      const held = scene.mortal.pauseAt(4);
      const working = work(scene, null);
      await held.reached;
      const push = await told(pushId);
      expect(push).toMatchObject({ status: "running", pushedItemCount: 3 });
      const states = push.items.slice(0, 5).map(({ state }: { state: string }) => state);
      expect(states).toEqual(["sent", "sent", "sent", "sending", "planned"]);
      expect(push.items[0]).toEqual({
        kind: "plan",
        planShortId: expect.stringMatching(/^PLAN-\d+$/),
        state: "sent",
        externalKey: `${place.target}#1`,
        url: expect.stringMatching(/\/issues\/1$/),
      });
      expect(push.items[4]).not.toHaveProperty("externalKey");
      held.release();
      await working;

      const events = await eventsOf(pushId);
      const { items } = await told(pushId);
      expect(events.map(({ type }) => type)).toEqual([
        "push.started",
        ...items.map(() => "push.step"),
        "push.finished",
      ]);
      const all = await scene.world.context.db
        .selectFrom("events")
        .select("seq")
        .where("workspace_id", "=", events[0]?.workspace_id ?? "")
        .orderBy("seq")
        .execute();
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, n) => n + 1));
      const data = JSON.stringify(events.map((event) => event.data));
      for (const word of ["Albums", "Launch", "open", String(scene.standIn.connect.apiKey), place.target])
        expect(data).not.toContain(word);
    });
  });
});

const withoutItems = (push: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(push).filter(([name]) => name !== "items"));
