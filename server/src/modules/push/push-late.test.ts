import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenTracker, openTracker as openRealTracker } from "../trackers/registry.ts";
import { type Tracker, TrackerError } from "../trackers/tracker.ts";
import { type Bench, databases, expectOk, freshPlan, openBench, whatGitHubHas, whole } from "./testing.ts";

describe.each(databases)("on $database, when a create arrives late,", ({ create }) => {
  let bench: Bench;
  let around: ((run: Tracker["create"]) => Tracker["create"]) | null = null;
  beforeAll(async () => {
    const openTracker: OpenTracker = async (...given) => {
      const tracker = await openRealTracker(...given);
      return { ...tracker, create: (...call) => (around?.(tracker.create) ?? tracker.create)(...call) };
    };
    // On a busy machine an intent's create can take longer than the usual 50 ms.
    bench = await openBench(create, { openTracker, env: { GROUNDPLAN_PUSH_SETTLE_MS: "1000" } });
  });
  afterAll(() => bench.close());

  it("a limit on the second try does not make the push forget the first one, which may still turn up", async () => {
    const sandbox = await freshPlan(bench);
    let tries = 0;
    let arrive: () => Promise<unknown> = async () => {};
    around = (run) => async (target, items) => {
      if (!items[0]?.handle.endsWith("SPEC-2")) return run(target, items);
      tries++;
      if (tries === 1) {
        arrive = () => run(target, items);
        throw new TrackerError("unknown", "timeout", "No answer.");
      }
      if (tries > 2) return run(target, items);
      await arrive();
      throw new TrackerError("not_executed", "limited", "Too much.", 0);
    };
    const { push } = expectOk(await bench.alice.post(`${sandbox.main}/push`)).body;
    around = null;
    expect(push).toMatchObject({ status: "pushed", pushedItemCount: 6, caveats: [] });
    expect(tries).toBe(2);
    expect(await whatGitHubHas(bench, sandbox)).toEqual({ issues: whole, ledger: "knows each once" });
  });

  it("a worker held up after recording its intent checks again before it creates anything", async () => {
    const sandbox = await freshPlan(bench);
    const { writer } = bench.world.context;
    const run = writer.run.bind(writer);
    const made: number[] = [];
    let [intents, heldUp] = [0, 0];
    around =
      (make) =>
      (...call) => {
        made.push(intents);
        return make(...call);
      };
    writer.run = async (command, input) => {
      const answer = await run(command, input);
      if (command.name === "push.intend") intents++;
      if (intents === 2 && heldUp++ === 0) await pause(1200);
      return answer;
    };
    const { push } = expectOk(await bench.alice.post(`${sandbox.main}/push`)).body;
    writer.run = run;
    around = null;
    expect(push).toMatchObject({ status: "pushed", pushedItemCount: 6 });
    expect(heldUp).toBeGreaterThan(0);
    expect(made).not.toContain(2);
    expect(made).toHaveLength(6);
    expect(await whatGitHubHas(bench, sandbox)).toEqual({ issues: whole, ledger: "knows each once" });
  });
});
