import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Capacity } from "../../trackers/tracker.ts";
import { type LedgerRow, rowKey } from "../ledger/ledger.ts";
import type { PushOptions } from "../ledger/pushes.ts";
import { planSteps } from "./plan-steps.ts";
import type { PlanNode, Snapshot, SpecNode } from "./snapshot.ts";
import type { Step } from "./step.ts";

const everything: PushOptions = {
  holdBelowReady: false,
  includeSubPlans: true,
  specIds: null,
  onConflict: "keep",
  retry: false,
};

/** Small enough to cause parts and written dependencies; or unlimited. */
const capacities = fc.constantFrom<Capacity>(
  { children: null, dependencies: null },
  { children: 2, dependencies: 1 },
  { children: 3, dependencies: 2 },
);

interface Tree {
  /** The parent's index for each plan but the first. */
  plans: number[];
  /** Each spec's plan, and another of its specs as parent. */
  specs: { plan: number; parent: number | null; included: boolean }[];
  dependencies: [number, number][];
}

const trees: fc.Arbitrary<Tree> = fc.record({
  plans: fc.array(fc.nat(3), { maxLength: 3 }),
  specs: fc.array(fc.record({ plan: fc.nat(3), parent: fc.option(fc.nat(9)), included: fc.boolean() }), {
    maxLength: 10,
  }),
  dependencies: fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 10, selector: String }),
});

function snapshotOf(tree: Tree, ledger: LedgerRow[] = []): Snapshot {
  const plans = [null, ...tree.plans].map((parent, n): PlanNode => {
    const parentId = parent === null ? null : `p${parent % n}`;
    return {
      id: `p${n}`,
      number: n + 1,
      name: `P${n}`,
      parentId,
      revision: 1,
      isOpen: false,
      hash: `hash p${n}`,
    };
  });
  const shuffled = tree.specs.map((_, n) => (n * 7 + 3) % tree.specs.length);
  const specs = tree.specs.map(({ plan, parent, included }, n): SpecNode => {
    // A parent has a lower rank, which excludes cycles but allows any order.
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
      effort: null,
      readiness: 5,
      readinessIsSet: false,
      danglingNeeds: [],
      planIsOpen: false,
      openQuestions: 0,
      status: "TODO",
      isFinished: false,
      details: null,
      hash: `hash s${n}`,
      included,
    };
  });
  const dependencies = tree.dependencies
    .filter(([from, to]) => from < to && to < specs.length)
    .map(([from, to]) => ({
      kind: "dependency" as const,
      from: `s${from}`,
      to: `s${to}`,
      toPlanId: "p0",
      readable: true,
    }));
  const leftOut = new Set<string>();
  return {
    plans,
    specs,
    dependencies,
    ledger,
    leftOut,
    ancestors: [],
    isPrivate: false,
    options: everything,
  };
}

/** Returns the ledger after all steps. */
function done(ledger: LedgerRow[], steps: Step[]): LedgerRow[] {
  const rows = new Map(ledger.map((row) => [rowKey(row.kind, row.entity_id, row.needed_id), row]));
  for (const step of steps) {
    const isEdge = step.kind === "dependency" || step.kind === "plan_dependency";
    const needed_id = isEdge ? (step.otherId ?? "") : "";
    const key = rowKey(step.kind, step.entityId, needed_id);
    const external_id = ["plan", "spec", "part"].includes(step.kind) ? step.entityId : null;
    const row: Omit<LedgerRow, "external_key" | "external_url" | "pushed_at"> = {
      kind: step.kind,
      entity_id: step.entityId,
      needed_id,
      plan_id: step.planId,
      state: "sent",
      external_id,
      pushed_hash: step.hash,
      possible_parents: step.kind === "child" ? JSON.stringify([step.hash]) : null,
      remote_status: null,
      base_status: null,
      base_remote_status: null,
      pushed_details: null,
      look: null,
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
  it("only look for gone issues, and wait with their children; with `recreate`, they link the new issues again", () => {
    const tree: Tree = {
      plans: [],
      specs: [0, 1, 2].map(() => ({ plan: 0, parent: null, included: true })),
      dependencies: [[0, 1]],
    };
    const capacity = { children: null, dependencies: null };
    const before = snapshotOf(tree);
    const ledger = done([], planSteps(before, capacity).steps).map((row) =>
      row.kind === "spec" && row.entity_id === "s1" ? { ...row, state: "gone" as const } : row,
    );
    const stepsWith = (options: Partial<PushOptions>) =>
      planSteps({ ...before, ledger, options: { ...everything, ...options } }, capacity).steps;
    const names = (steps: Step[]) =>
      steps.map(({ kind, action, entityId, isLook = false }) => [kind, action, entityId, isLook].join(" "));
    expect(names(stepsWith({}))).toEqual(["spec update s1 false"]);
    const again = names(stepsWith({ onGone: "recreate" }));
    expect(again).toContain("spec update s1 false");
    expect(again.filter((name) => name.endsWith("true")).toSorted()).toEqual([
      ...["child link s0 true", "child link s1 true", "child link s2 true", "dependency link s0 true"],
      ...["plan update p0 true", "spec update s0 true", "spec update s2 true"],
    ]);
    expect(names(stepsWith({ onGone: "release" })).filter((name) => name.includes("link"))).toEqual([]);
  });

  it("don't wait for left-out items, and keep the tracker's links to those that exist", () => {
    const tree: Tree = {
      plans: [],
      specs: [0, 1, 2].map((n) => ({ plan: 0, parent: null, included: n !== 1 })),
      dependencies: [
        [0, 1],
        [0, 2],
      ],
    };
    const snapshot = { ...snapshotOf(tree), leftOut: new Set(["s1"]) };
    const { steps, caveats } = planSteps(snapshot, { children: null, dependencies: 1 });
    const links = steps.filter(({ kind }) => kind === "dependency");
    expect(links.map(({ entityId, otherId }) => [entityId, otherId])).toEqual([["s0", "s2"]]);
    expect(caveats.map(({ text }) => text)).toEqual([expect.stringMatching(/^1 spec that is done/)]);
  });

  it("touch nothing twice, create parents before children, and link only items that have an issue by then", () => {
    fc.assert(
      fc.property(trees, capacities, (tree, capacity) => {
        const { steps } = planSteps(snapshotOf(tree), capacity);
        const made = new Set<string>();
        const seen = new Set<string>();
        for (const step of steps) {
          const what = `${step.kind} ${step.entityId} ${step.kind === "dependency" ? step.otherId : ""}`;
          expect(seen.has(what)).toBe(false);
          seen.add(what);
          if (step.action === "create") made.add(step.entityId);
          const others = step.kind === "child" ? (step.path ?? []) : [step.otherId ?? []].flat();
          for (const id of others) expect(made.has(id)).toBe(true);
        }
        const texts = steps.filter((step) => step.action === "create").map((step) => step.entityId);
        for (const { entityId, path } of steps.filter(({ action }) => action === "create"))
          for (const id of path ?? []) expect(texts.indexOf(id)).toBeLessThan(texts.indexOf(entityId));
      }),
    );
  });

  it("are none after a push that went through, and undo links that the plan no longer has", () => {
    fc.assert(
      fc.property(trees, trees, capacities, (before, after, capacity) => {
        const first = planSteps(snapshotOf(before), capacity);
        const ledger = done([], first.steps);
        expect(planSteps(snapshotOf(before, ledger), capacity).steps).toEqual([]);
        const second = planSteps(snapshotOf(after, ledger), capacity);
        const then = done(ledger, second.steps);
        expect(planSteps(snapshotOf(after, then), capacity).steps).toEqual([]);
        const created = second.steps.filter((step) => step.action === "create").map((step) => step.entityId);
        const known = ledger.flatMap((row) => row.external_id ?? []);
        expect(created.filter((id) => known.includes(id))).toEqual([]);
      }),
    );
  });

  it("put the children of a spec that this push leaves out into parts as well", () => {
    const spec = { plan: 0, parent: null, included: true };
    const capacity = { children: 2, dependencies: null };
    const ledger = done(
      [],
      planSteps(snapshotOf({ plans: [], specs: [spec], dependencies: [] }), capacity).steps,
    );
    const all = snapshotOf({ plans: [], specs: [spec, spec, spec, spec], dependencies: [] }, ledger);
    const [parent, ...children] = all.specs.map((each) => ({ ...each, parentId: "s0" }));
    const specs = [...(parent ? [{ ...parent, parentId: null, included: false }] : []), ...children];
    const after = { ...all, specs };
    const parts = planSteps(after, capacity).steps.filter(({ kind }) => kind === "part");
    expect(parts.map(({ extra }) => extra?.title)).toEqual(["Part 1", "Part 2"]);
  });

  it("put no more children under a parent, and link no more dependencies, than the tracker takes", () => {
    fc.assert(
      fc.property(trees, trees, capacities, (before, after, capacity) => {
        const most = { children: capacity.children ?? 99, dependencies: capacity.dependencies ?? 99 };
        const first = planSteps(snapshotOf(before), capacity).steps;
        const ledger = done(done([], first), planSteps(snapshotOf(after, done([], first)), capacity).steps);
        const here = new Set(snapshotOf(after).specs.map(({ id }) => id));
        const children = ledger.filter((row) => row.kind === "child" && here.has(row.entity_id));
        const parents = Map.groupBy(children, (row) => row.pushed_hash?.split(" ").at(-1));
        for (const group of parents.values()) expect(group.length).toBeLessThanOrEqual(most.children);
        const dependencies = Map.groupBy(
          ledger.filter((row) => row.kind === "dependency"),
          (row) => row.entity_id,
        );
        for (const group of dependencies.values())
          expect(group.length).toBeLessThanOrEqual(most.dependencies);
      }),
    );
  });

  it("are none for a tree without specs that was never pushed", () => {
    const none = planSteps(snapshotOf({ plans: [0], specs: [], dependencies: [] }), {
      children: null,
      dependencies: null,
    });
    expect(none.steps).toEqual([]);
  });
});
