import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LedgerRow, rowKey } from "./ledger.ts";
import { planSteps } from "./plan-steps.ts";
import type { PlanNode, Snapshot, SpecNode } from "./snapshot.ts";
import type { Step } from "./step.ts";

const everything = { holdBelowReady: false, includeSubPlans: true, specIds: null };

interface Tree {
  /** The parent's place for each plan but the first, which has none. */
  plans: number[];
  /** The plan of each spec, and an earlier or later spec of it as a parent. */
  specs: { plan: number; parent: number | null; included: boolean }[];
  edges: [number, number][];
}

const trees: fc.Arbitrary<Tree> = fc.record({
  plans: fc.array(fc.nat(3), { maxLength: 3 }),
  specs: fc.array(fc.record({ plan: fc.nat(3), parent: fc.option(fc.nat(9)), included: fc.boolean() }), {
    maxLength: 10,
  }),
  edges: fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 10, selector: String }),
});

function snapshotOf(tree: Tree, ledger: LedgerRow[] = []): Snapshot {
  const plans = [null, ...tree.plans].map((parent, n): PlanNode => {
    const parentId = parent === null ? null : `p${parent % n}`;
    return { id: `p${n}`, number: n + 1, name: `P${n}`, parentId, revision: 1, hash: `hash p${n}` };
  });
  const shuffled = tree.specs.map((_, n) => (n * 7 + 3) % tree.specs.length);
  const specs = tree.specs.map(({ plan, parent, included }, n): SpecNode => {
    // A parent has a lower rank, wherever it stands in the plan: no circles, but any order.
    const above = parent === null ? -1 : shuffled.indexOf(parent);
    const [mine, other] = [plan % plans.length, (tree.specs[above]?.plan ?? 0) % plans.length];
    const fits = above >= 0 && mine === other && (shuffled[above] ?? 0) < (shuffled[n] ?? 0);
    const place = { planId: `p${mine}`, planNumber: mine + 1, parentId: fits ? `s${above}` : null };
    return {
      id: `s${n}`,
      number: n + 1,
      title: "",
      ...place,
      revision: 1,
      readiness: 5,
      readinessIsSet: false,
      danglingNeeds: [],
      hash: `hash s${n}`,
      included,
    };
  });
  const edges = tree.edges
    .filter(([from, to]) => from < to && to < specs.length)
    .map(([from, to]) => ({
      kind: "dependency" as const,
      from: `s${from}`,
      to: `s${to}`,
      toPlanId: "p0",
      readable: true,
    }));
  return { plans, specs, edges, ledger, ancestors: [], isPrivate: false, options: everything };
}

/** The ledger after all steps went through. */
function done(ledger: LedgerRow[], steps: Step[]): LedgerRow[] {
  const rows = new Map(ledger.map((row) => [rowKey(row.kind, row.entity_id, row.needed_id), row]));
  for (const step of steps) {
    const isEdge = step.kind === "dependency" || step.kind === "plan_dependency";
    const needed_id = isEdge ? (step.otherId ?? "") : "";
    const key = rowKey(step.kind, step.entityId, needed_id);
    const external_id = step.kind === "plan" || step.kind === "spec" ? step.entityId : null;
    const row = {
      kind: step.kind,
      entity_id: step.entityId,
      needed_id,
      plan_id: step.planId,
      state: "sent",
      external_id,
      pushed_hash: step.hash,
    };
    if (step.action === "unlink") rows.delete(key);
    else
      rows.set(key, {
        ...row,
        external_key: key,
        external_url: "",
        pushed_at: "",
      });
  }
  return [...rows.values()];
}

describe("the steps of a push", () => {
  it("touch nothing twice, make parents before children, and link only what has an issue by then", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const { steps } = planSteps(snapshotOf(tree));
        const made = new Set<string>();
        const seen = new Set<string>();
        for (const step of steps) {
          const what = `${step.kind} ${step.entityId} ${step.kind === "dependency" ? step.otherId : ""}`;
          expect(seen.has(what)).toBe(false);
          seen.add(what);
          if (step.action === "create") made.add(step.entityId);
          else expect([made.has(step.entityId), made.has(step.otherId ?? "")]).toEqual([true, true]);
        }
        const order = steps.filter((step) => step.kind === "child").map((step) => step.entityId);
        for (const step of steps.filter(({ kind }) => kind === "child")) {
          const parentAt = order.indexOf(step.otherId ?? "");
          expect(parentAt).toBeLessThan(order.indexOf(step.entityId));
        }
      }),
    );
  });

  it("are none once they went through, and undo what is taken back", () => {
    fc.assert(
      fc.property(trees, trees, (before, after) => {
        const first = planSteps(snapshotOf(before));
        const ledger = done([], first.steps);
        expect(planSteps(snapshotOf(before, ledger)).steps).toEqual([]);
        const second = planSteps(snapshotOf(after, ledger));
        const then = done(ledger, second.steps);
        expect(planSteps(snapshotOf(after, then)).steps).toEqual([]);
        const created = second.steps.filter((step) => step.action === "create").map((step) => step.entityId);
        const known = ledger.flatMap((row) => row.external_id ?? []);
        expect(created.filter((id) => known.includes(id))).toEqual([]);
      }),
    );
  });

  it("are none for a tree without specs that was never pushed", () => {
    expect(planSteps(snapshotOf({ plans: [0], specs: [], edges: [] })).steps).toEqual([]);
  });
});
