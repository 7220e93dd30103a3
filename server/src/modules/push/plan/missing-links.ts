import type { Caveat } from "../ledger/caveats.ts";
import type { LedgerRow } from "../ledger/ledger.ts";
import { parentKeyOf } from "../ledger/parent-key.ts";
import { linked } from "./dependency-steps.ts";
import type { SnapshotDependency } from "./snapshot.ts";
import type { Node, PlanningView } from "./step.ts";

/** Reports links that a push could not create, or that users moved. */
export function missingLinks(
  view: PlanningView,
  nodes: readonly Node[],
  dependencies: readonly SnapshotDependency[],
): Caveat[] {
  if (view.triesAll) return [];
  const isMissing = (row: LedgerRow | undefined, hash: string) =>
    row?.state === "skipped" && row.pushed_hash === hash;
  const children = nodes.filter(
    ({ entityId, path }) => path.length > 0 && isMissing(view.row("child", entityId), parentKeyOf(path)),
  );
  const needs = dependencies.filter(({ kind, from, to }) => isMissing(view.row(kind, from, to), linked));
  const count = children.length + needs.length;
  if (count === 0) return [];
  const planOf = new Map(nodes.map(({ entityId, planId }) => [entityId, planId]));
  const planIds = [
    ...children.map(({ planId }) => planId),
    ...needs.flatMap(({ from, toPlanId }) => [planOf.get(from) ?? [], toPlanId].flat()),
  ];
  const links = count === 1 ? "1 link differs" : `${count} links differ`;
  const text = `${links} in the tracker: the tracker refused the change, or somebody moved an issue there. Retry the push that reported it, or push with \`onConflict: "overwrite"\`.`;
  return [{ text, planIds: [...new Set(planIds)], isLacking: true }];
}
