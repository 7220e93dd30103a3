import { planHandle, specHandle } from "../../handles.ts";
import type { Caveat } from "../ledger/caveats.ts";
import { dependencyKinds, isDependency, type LedgerKind } from "../ledger/kinds.ts";
import { rowKey } from "../ledger/ledger.ts";
import type { SnapshotDependency } from "./snapshot.ts";
import { linkStep, type Node, type PlanningView, type Step } from "./step.ts";

/** A dependency only exists or doesn't. */
export const linked = "1";

export interface DependencySplit {
  linked: SnapshotDependency[];
  /** Names of needed items that become text, by the dependent end's id. */
  written: Map<string, { id: string; name: string }[]>;
}

/**
 * Splits dependencies into links and text. Links beyond the tracker's limit become text; existing links take
 * precedence. Ends hidden from the requester or left out as finished become neither.
 */
export function splitDependencies(
  view: PlanningView,
  nodes: readonly Node[],
): { split: DependencySplit; caveats: Caveat[] } {
  const here = new Set(nodes.map((node) => node.entityId));
  const dependencies = view.dependencies.filter(
    ({ from, to, readable }) => here.has(from) && readable && !view.leftOut.has(to),
  );
  const most = view.capacity.dependencies;
  if (most === null) return { split: { linked: dependencies, written: new Map() }, caveats: [] };

  const isLinked = (dependency: SnapshotDependency) =>
    view.row(dependency.kind, dependency.from, dependency.to)?.state === "sent";
  const taken = new Map<string, number>();
  const take = (key: string) => taken.set(key, (taken.get(key) ?? 0) + 1);
  const full = (key: string) => (taken.get(key) ?? 0) >= most;
  const split: DependencySplit = { linked: [], written: new Map() };
  const planIds = new Set<string>();
  for (const dependency of [
    ...dependencies.filter(isLinked),
    ...dependencies.filter((dependency) => !isLinked(dependency)),
  ]) {
    const [out, into] = [`from ${dependency.from}`, `to ${dependency.to}`];
    if (view.hasIssue(dependency.to) && !isLinked(dependency) && (full(out) || full(into))) {
      const names = split.written.get(dependency.from) ?? [];
      split.written.set(dependency.from, [...names, { id: dependency.to, name: nameOf(view, dependency) }]);
      planIds.add(dependency.toPlanId);
      continue;
    }
    take(out);
    take(into);
    split.linked.push(dependency);
  }
  const count = [...split.written.values()].flat().length;
  const what = count === 1 ? "1 dependency is" : `${count} dependencies are`;
  const text = `${what} written into the text of the issues: the tracker links at most ${most} for each.`;
  return { split, caveats: count > 0 ? [{ text, planIds: [...planIds] }] : [] };
}

function nameOf(view: PlanningView, { kind, to }: SnapshotDependency): string {
  const key = view.row(kind === "dependency" ? "spec" : "plan", to)?.external_key;
  if (key) return key;
  const spec = view.specs.find(({ id }) => id === to);
  if (spec) return `${planHandle(spec.planNumber)} / ${specHandle(spec.number)}`;
  const plan = view.plans.find(({ id }) => id === to);
  return plan ? planHandle(plan.number) : "an issue";
}

/**
 * Returns link and unlink steps, removals first, so that a reversed dependency forms no cycle. A dependency
 * whose end gets no issue waits for a push of that end's plan (`waiting`).
 */
export function dependencySteps(
  view: PlanningView,
  nodes: readonly Node[],
  dependencies: readonly SnapshotDependency[],
): { steps: Step[]; waiting: string[] } {
  const nodeOf = new Map(nodes.map((node) => [node.entityId, node]));
  const steps: Step[] = removedDependencies(view).flatMap(({ kind, from, to }) => {
    const node = nodeOf.get(from);
    return node ? [linkStep(node, "unlink", kind, { otherId: to })] : [];
  });
  const waiting: string[] = [];
  for (const { kind, from, to, toPlanId } of dependencies) {
    const node = nodeOf.get(from);
    const isLook = view.has(view.row(kind, from, to), linked);
    if (!node || (isLook && !view.remakes) || view.isGone(from)) continue;
    if (view.hasIssue(to)) steps.push(linkStep(node, "link", kind, { otherId: to, hash: linked, isLook }));
    else if (!isLook && !nodeOf.has(to)) waiting.push(toPlanId);
  }
  const order: readonly LedgerKind[] = dependencyKinds;
  return { steps: steps.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)), waiting };
}

/** Returns pushed dependencies that the plan no longer has. Users' own links stay. */
function removedDependencies({
  dependencies,
  ledger,
  has,
}: PlanningView): { kind: LedgerKind; from: string; to: string }[] {
  const there = new Set(dependencies.map(({ kind, from, to }) => rowKey(kind, from, to)));
  return ledger.flatMap((row) => {
    const { kind, entity_id: from, needed_id: to } = row;
    if (!isDependency(kind) || has(row, "")) return [];
    return there.has(rowKey(kind, from, to)) ? [] : [{ kind, from, to }];
  });
}
