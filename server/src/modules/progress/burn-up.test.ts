import type { SpecStatus } from "@groundplan/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type BurningEvent, type BurningSpec, burnUp } from "./burn-up.ts";

const statuses = ["TODO", "IN_PROGRESS", "DONE", "CANCELLED"] as const;
const spec = { shortId: "SPEC-1" };
const elsewhere = { planId: "elsewhere", shortId: "SPEC-9" };

/** Plays random changes of specs and returns their events with the totals at the end of each day. */
function play(steps: readonly (readonly [id: number, what: number, days: number])[]) {
  const now = new Map<string, SpecStatus>();
  const gone = new Map<string, SpecStatus>();
  const efforts = new Map<string, number>();
  const events: BurningEvent[] = [];
  const days = new Map<string, ReturnType<typeof totals>>();
  const totals = () => {
    const counted = [...now].filter(([, status]) => status !== "CANCELLED");
    const done = counted.filter(([, status]) => status === "DONE");
    const sum = (some: typeof counted) => some.reduce((all, [id]) => all + (efforts.get(id) ?? 0), 0);
    return { specs: counted.length, done: done.length, effort: sum(counted), effortDone: sum(done) };
  };
  let day = 0;
  for (const [n, what, later] of steps) {
    day += later;
    const at = new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
    const id = `spec ${n}`;
    efforts.set(id, (n % 5) + 1);
    const common = { specId: id, at };
    const status = now.get(id);
    const before = gone.get(id);
    if (status === undefined && before !== undefined) {
      const type = what % 2 === 0 ? ("spec.restored" as const) : ("spec.moved" as const);
      now.set(id, before);
      gone.delete(id);
      events.push(
        type === "spec.moved"
          ? { ...common, type, data: { ...spec, from: elsewhere } }
          : { ...common, type, data: spec },
      );
    } else if (status === undefined) {
      now.set(id, "TODO");
      events.push({ ...common, type: "spec.created", data: spec });
    } else if (what < 4) {
      const to = statuses[what] ?? "TODO";
      now.set(id, to);
      const change = to === status ? { changed: ["title"] } : { changed: ["status"], from: status, to };
      events.push({ ...common, type: "spec.updated", data: { ...spec, ...change } });
    } else {
      now.delete(id);
      gone.set(id, status);
      events.push(
        what === 4
          ? { ...common, type: "spec.deleted", data: spec }
          : { ...common, type: "spec.moved", data: { ...spec, to: elsewhere } },
      );
    }
    days.set(at.slice(0, 10), totals());
  }
  const specs = new Map<string, BurningSpec>(
    [...efforts].map(([id, effort]) => [id, { effort, status: now.get(id) ?? null }]),
  );
  return { events, specs, now: totals(), days };
}

const steps = fc.array(fc.tuple(fc.nat(4), fc.nat(5), fc.nat(2)), { minLength: 1, maxLength: 60 });

it("going back from now finds the totals of each day", () => {
  fc.assert(
    fc.property(steps, (some) => {
      const { events, specs, now, days } = play(some);
      const today = "2026-12-31";
      const expected = [...days].map(([date, totals]) => ({ date, ...totals }));
      expect(burnUp(now, events, specs, today)).toEqual([...expected, { date: today, ...now }]);
    }),
  );
});

it("a history that begins late has the totals of its days", () => {
  fc.assert(
    fc.property(steps, fc.nat(60), (some, cut) => {
      const { events, specs, now, days } = play(some);
      const kept = events.slice(cut);
      // What a spec was that left before all that is known of it, nobody can tell.
      fc.pre(kept.every(({ type }) => type !== "spec.deleted" && type !== "spec.moved"));
      for (const { date, ...totals } of burnUp(now, kept, specs, "2026-12-31").slice(1, -1))
        expect(totals).toEqual(days.get(date));
    }),
  );
});
