import type { Fault } from "@groundplan/tracker-stand-ins";
import { faults as ofGitHub } from "@groundplan/tracker-stand-ins/github";
import { faults as ofJira } from "@groundplan/tracker-stand-ins/jira";
import { faults as ofLinear } from "@groundplan/tracker-stand-ins/linear";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../../src/log.ts";
import { createContext } from "../../src/process.ts";
import { databases } from "../databases.ts";
import { patient } from "./patient.ts";
import { trackersOn } from "./pushing.ts";
import {
  allWaitsAreOver,
  freshPlace,
  ledgerOf,
  openScene,
  type Place,
  type Scene,
  startPush,
  whole,
  work,
} from "./scene.ts";
import { standIns } from "./stand-in.ts";

type Tracker = keyof typeof standIns;

/** All rate limit answers, here for half a minute, with the seconds that we wait. */
const kinds: { tracker: Tracker; says: string; fault: () => Fault; waits: number }[] = [
  {
    tracker: "linear",
    says: "400 and a reset",
    fault: () => ofLinear.rateLimited("requests", 3e4),
    waits: 30,
  },
  {
    tracker: "linear",
    says: "429 and Retry-After",
    fault: () => ofLinear.rateLimited("complexity", 1e4, { status: 429, retryAfter: 30 }),
    waits: 30,
  },
  { tracker: "jira", says: "a quota", fault: () => ofJira.limited("jira-quota-tenant-based", 30), waits: 30 },
  { tracker: "jira", says: "a burst", fault: () => ofJira.limited("jira-burst-based", 30), waits: 30 },
  { tracker: "jira", says: "429 and no time", fault: () => refusal(429), waits: 60 },
  { tracker: "github", says: "403 and an empty budget", fault: () => ofGitHub.primaryLimit(30), waits: 30 },
  { tracker: "github", says: "403, Retry-After", fault: () => ofGitHub.secondaryLimit(403, 30), waits: 30 },
  { tracker: "github", says: "Retry-After: 0", fault: () => ofGitHub.secondaryLimit(429, 0), waits: 1 },
  { tracker: "github", says: "403 and no time", fault: () => ofGitHub.secondaryLimit(403), waits: 60 },
];
const refusal = (status: number): Fault => ({
  before: { status, body: { errorMessages: ["No."], errors: {} } },
});

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

    const told = async () => (await scene.world.alice.get(`${place.main}/pushes`)).body.pushes[0];
    /** Returns the seconds until the time in the message. */
    const waits = async () =>
      (Date.parse(
        /until (\S+), then the push continues by itself\.$/.exec((await told()).message)?.[1] ?? "",
      ) -
        Date.now()) /
      1000;
    const strike = (fault: Fault) => scene.standIn.faults.add({ match: scene.standIn.creates, fault });
    async function expectWhole() {
      expect(await scene.standIn.had(place.mark)).toEqual(whole(tracker === "github"));
      expect(await ledgerOf(scene, place)).toBe("knows each once");
      expect(await told()).toMatchObject({ status: "pushed", pushedItemCount: 12, caveats: [] });
      expect(scene.standIn.violations).toEqual([]);
    }

    it.each(kinds.filter((kind) => kind.tracker === tracker))(
      "sleeps when the tracker says $says, and goes on without writing or searching anything twice",
      async ({ fault, waits: seconds }) => {
        strike(fault());
        await startPush(scene, place);
        const begun = Date.now();
        expect(await work(scene, null)).toBe("asleep");
        expect(await waits()).toBeLessThanOrEqual(seconds + 1);
        expect(await waits()).toBeGreaterThan(seconds - 1 - (Date.now() - begun) / 1000);
        const open = await scene.world.context.db
          .selectFrom("push_items")
          .selectAll()
          .where("state", "=", "sending")
          .execute();
        expect(open).toEqual([]); // No create has to be searched for.
        await allWaitsAreOver(scene);
        expect(await work(scene, null)).toBe("ended");
        await expectWhole();
      },
    );

    it("sleeps in portions through a limit of hours, without a call, and always knows its end", async () => {
      strike(scene.standIn.limit(5 * 3600));
      await startPush(scene, place);
      expect(await work(scene, null)).toBe("asleep");
      scene.standIn.log.length = 0;
      await allWaitsAreOver(scene, false);
      expect(await work(scene, null)).toBe("asleep");
      expect(scene.standIn.log).toEqual([]);
      expect(await waits()).toBeGreaterThan(4.9 * 3600);
      expect((await told()).caveats).toEqual([expect.stringMatching(/^About 5 hours are left: /)]);
      await allWaitsAreOver(scene);
      expect(await work(scene, null)).toBe("ended");
      await expectWhole();
    });

    it("is `running` while it sleeps, with the time when it goes on and how long the rest takes", async () => {
      strike(scene.standIn.limit(1200));
      await startPush(scene, place);
      expect(await work(scene, null)).toBe("asleep");
      expect(await work(scene, null)).toBe("nothing to do");
      const { status, caveats, message, waitsUntil } = await told();
      expect([status, message]).toEqual(["running", expect.stringContaining(` until ${waitsUntil},`)]);
      expect(caveats).toEqual([
        expect.stringMatching(/^About 2\d minutes are left: .+ asked to slow down\.$/),
      ]);
      expect(await waits()).toBeGreaterThan(1000);
    });
  });

  describe("a push", () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await openScene(create, standIns.linear, { env: patient });
    });
    afterAll(() => scene.close());

    it("that sleeps while its process ends is continued by the next process, by itself", async () => {
      const place = await freshPlace(scene, scene.taken++);
      const { creates, limit, faults } = scene.standIn;
      faults.add({ match: creates, fault: limit(1200) });
      await startPush(scene, place);
      expect(await work(scene, null)).toBe("asleep");
      await allWaitsAreOver(scene);
      const restarted = await createContext(scene.world.context.config, createLog("silent"));
      const status = async () => (await scene.world.alice.get(`${place.main}/pushes`)).body.pushes[0].status;
      await expect.poll(status).toBe("pushed");
      await restarted.close();
      expect(await scene.standIn.had(place.mark)).toEqual(whole(false));
    });
  });
});
