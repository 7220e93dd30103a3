import type { PushItem } from "@groundplan/contract";
import type { ItemKind } from "../../trackers/tracker.ts";

/** A `part` groups some children of a parent that has more than the tracker takes. */
export type LedgerKind = PushItem["kind"];

/** Rows with an issue; the rest are links. */
export const issueKinds = ["plan", "spec", "part"] as const satisfies readonly LedgerKind[];

/** In the order in which a push writes them. */
export const dependencyKinds = ["dependency", "plan_dependency"] as const satisfies readonly LedgerKind[];
export type LinkKind = (typeof dependencyKinds)[number];

export const isDependency = (kind: LedgerKind): kind is LinkKind =>
  dependencyKinds.some((one) => one === kind);

export const itemKindOf = (kind: LedgerKind): ItemKind =>
  kind === "plan" || kind === "plan_dependency" ? "container" : "item";
