import type { PushItem } from "@groundplan/contract";
import type { ItemKind } from "../../trackers/tracker.ts";

/** A kind of step, and of row. A `part` holds some of the children of a parent that has more than the tracker takes. */
export type Kind = PushItem["kind"];

/** The kinds of rows that stand for an issue; the others are links. */
export const issueKinds = ["plan", "spec", "part"] as const satisfies readonly Kind[];

/** The kinds of links between two things of which one needs the other, in the order in which a push writes them. */
export const dependencyKinds = ["dependency", "plan_dependency"] as const satisfies readonly Kind[];
export type LinkKind = (typeof dependencyKinds)[number];

export const isDependency = (kind: Kind): kind is LinkKind => dependencyKinds.some((one) => one === kind);

/** Returns what a tracker takes a thing of this kind for: plans are containers, everything else is an item. */
export const itemKindOf = (kind: Kind): ItemKind =>
  kind === "plan" || kind === "plan_dependency" ? "container" : "item";
