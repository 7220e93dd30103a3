import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claimJob, failJob, finishJob, type JobRow } from "../../jobs/queue.ts";
import { RunLater } from "../../jobs/runner.ts";
import { giveUpPush, runPush } from "./run.ts";
import {
  type Bench,
  databases,
  expectOk,
  freshPlan,
  issues,
  openBench,
  type Place,
  whatGitHubHas,
  whole,
} from "./testing.ts";
import { openTracker } from "./trackers/open.ts";
import type { Tracker } from "./trackers/tracker.ts";

/** A worker dies at its n-th call to the tracker: before it left, or when it was carried out and not yet noted. */
interface Death {
  call: number;
  when: "before" | "after";
}

const callsOfPush = 1 + 6 + 5 + 2;
const deaths = Array.from({ length: callsOfPush }, (_, call) =>
  (["before", "after"] as const).map((when): Death => ({ call, when })),
).flat();

describe.each(databases)("on $database a push whose worker is killed", ({ create }) => {
  let bench: Bench;
  let marked = true;
  /** So many looks find nothing. */
  let blind = 0;
  let death: Death | null = null;
  let died = () => {};
  let revive = () => {};

  beforeAll(async () => {
    const mortal: typeof openTracker = (services, credential) =>
      mortalTracker(openTracker(services, credential));
    bench = await openBench(create, {
      openTracker: mortal,
      jobs: "off",
      // A busy machine must get a call out within half of it, else the worker asks again and again.
      env: { GROUNDPLAN_PUSH_SETTLE_MS: "100" },
    });
  });
  afterAll(() => bench.close());

  function mortalTracker(tracker: Tracker): Tracker {
    let calls = 0;
    const at = death;
    const dying =
      <A extends unknown[], R>(run: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        const last = calls++ === at?.call;
        if (last && at.when === "before") return dead<R>();
        const answer = await run(...given);
        return last ? dead(answer) : answer;
      };
    const dead = <R>(answer?: R) => {
      died();
      return new Promise<R>((resolve) => {
        if (answer !== undefined) revive = () => resolve(answer);
      });
    };
    return {
      account: tracker.account,
      targets: tracker.targets,
      check: dying(tracker.check),
      create: dying(tracker.create),
      update: dying(tracker.update),
      find: async (...given) => (marked && blind-- <= 0 ? tracker.find(...given) : []),
      linkChild: dying(tracker.linkChild),
      unlinkChild: dying(tracker.unlinkChild),
      linkNeed: dying(tracker.linkNeed),
      unlinkNeed: dying(tracker.unlinkNeed),
    };
  }

  /** Runs the job as a worker of its own, until it ends or dies; a claim's lease is over at once. */
  async function work(): Promise<"died" | "asleep" | "ended" | "nothing to do"> {
    const { world } = bench;
    const job = (await world.command(claimJob.name, { leaseSeconds: 0 })) as JobRow | null;
    if (!job) return "nothing to do";
    const claim = { id: job.id, fence: job.fence };
    const deadly = new Promise<"died">((resolve) => {
      died = () => resolve("died");
    });
    const signal = new AbortController().signal;
    const life = runPush(world.context, JSON.parse(job.payload), {
      claim,
      attempt: job.attempts,
      signal,
    }).then(
      async () => {
        await world.command(finishJob.name, { ...claim, next: null });
        return "ended" as const;
      },
      async (error) => {
        if (!(error instanceof RunLater)) throw error;
        await world.command(failJob.name, { ...claim, error: null, retrySeconds: error.seconds });
        return "asleep" as const;
      },
    );
    return Promise.race([life, deadly]);
  }

  async function pushAndDie(place: Place, at: Death): Promise<void> {
    expectOk(await bench.alice.post(`${place.main}/push`, {}, { prefer: "respond-async" }));
    death = at;
    expect(await work()).toBe("died");
    await workOn();
  }

  async function workOn(): Promise<void> {
    death = null;
    for (let how = await work(); how !== "ended"; how = await work()) await pause(5);
  }

  // All on one database and a sample on the other: what differs is the call, not the database.
  const some = create === databases[0]?.create ? deaths : deaths.filter((_, n) => n % 4 === 3);
  it.each(some)("$when call $call, each thing is there once", async (at) => {
    const place = await freshPlan(bench);
    await pushAndDie(place, at);
    const { body } = await bench.alice.get(`${place.main}/pushes`);
    expect(body.pushes).toMatchObject([
      { status: "pushed", pushedItemCount: 6, dependencyCount: 1, caveats: [] },
    ]);
    expect(await whatGitHubHas(bench, place)).toEqual({ issues: whole, ledger: "knows each once" });
  });

  it("doubles an issue where the marker is switched off: these tests would see it", async () => {
    const place = await freshPlan(bench);
    marked = false;
    await pushAndDie(place, { call: 2, when: "after" });
    marked = true;
    await expect(issues(bench, place)).rejects.toThrow("doubled");
  });

  it("looks twice before it makes anything again: a tracker may show late what it has", async () => {
    const place = await freshPlan(bench);
    blind = 1;
    await pushAndDie(place, { call: 2, when: "after" });
    expect(await whatGitHubHas(bench, place)).toEqual({ issues: whole, ledger: "knows each once" });
  });

  it("ends a push over which processes died again and again; the next one goes on", async () => {
    const place = await freshPlan(bench);
    const { world } = bench;
    expectOk(await bench.alice.post(`${place.main}/push`, {}, { prefer: "respond-async" }));
    death = { call: 2, when: "after" };
    expect(await work()).toBe("died");
    death = null;
    const job = (await world.command(claimJob.name, { leaseSeconds: 0 })) as JobRow;
    const claim = { id: job.id, fence: job.fence };
    const run = { claim, attempt: job.attempts, signal: new AbortController().signal };
    await giveUpPush(world.context, JSON.parse(job.payload), run);
    await world.command(failJob.name, { ...claim, error: "given up", retrySeconds: null });
    const [ended] = (await bench.alice.get(`${place.main}/pushes`)).body.pushes;
    expect(ended).toMatchObject({
      status: "partial",
      message: expect.stringContaining("Push again to go on."),
    });
    expectOk(await bench.alice.post(`${place.main}/push`, {}, { prefer: "respond-async" }));
    await workOn();
    expect(await whatGitHubHas(bench, place)).toEqual({ issues: whole, ledger: "knows each once" });
  });

  it("changes nothing any more when it was only paused and another worker goes on", async () => {
    const place = await freshPlan(bench);
    expectOk(await bench.alice.post(`${place.main}/push`, {}, { prefer: "respond-async" }));
    death = { call: 2, when: "after" };
    expect(await work()).toBe("died");
    const reviveFirst = revive;
    death = { call: 4, when: "after" };
    expect(await work()).toBe("died");
    const before = [bench.github.log.length, await rows(place)];
    reviveFirst();
    await pause(200);
    expect([bench.github.log.length, await rows(place)]).toEqual(before);
    await workOn();
    expect(await whatGitHubHas(bench, place)).toEqual({ issues: whole, ledger: "knows each once" });
  });

  it("makes nothing any more when it was paused right before its call and another worker goes on", async () => {
    const place = await freshPlan(bench);
    expectOk(await bench.alice.post(`${place.main}/push`, {}, { prefer: "respond-async" }));
    const { writer } = bench.world.context;
    const run = writer.run.bind(writer);
    const paused = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let intents = 0;
    writer.run = async (request) => {
      const answer = await run(request);
      if (request.name === "push.intend" && ++intents === 3) {
        paused.resolve();
        await released.promise;
      }
      return answer;
    };
    const first = work();
    await paused.promise;
    writer.run = run;
    await workOn();
    const before = [bench.github.log.length, await rows(place)];
    released.resolve();
    await first;
    expect([bench.github.log.length, await rows(place)]).toEqual(before);
    expect(await whatGitHubHas(bench, place)).toEqual({ issues: whole, ledger: "knows each once" });
  });

  const rows = ({ repository }: Place) =>
    bench.world.context.db
      .selectFrom("push_items")
      .selectAll()
      .where("target", "=", repository)
      .orderBy("kind")
      .orderBy("entity_id")
      .orderBy("needed_id")
      .execute();
});
