import type { Dependency, ExternalRef, Parent, Placement } from "../../../trackers/tracker.ts";
import type { Caveat } from "../../ledger/caveats.ts";
import type { ItemRow } from "../../ledger/ledger.ts";
import type { PushRow } from "../../ledger/pushes.ts";
import type { Changes } from "../../ledger/put-items.ts";
import type { StepItem, StepState } from "../../ledger/step-items.ts";

export interface Intend {
  positions: number[];
  /** Items per call; steps without a call don't count. */
  most: number;
  /** Positions of unanswered creates that were not found. */
  notThere: number[];
  /** Positions of creates that were never sent, so none can turn up late. */
  neverLeft: number[];
}

/** The positions that a step of a round leaves for the next one. */
export interface RoundResult {
  again: number[];
  /** Those of `again` that were searched for and not found, or can no longer turn up. */
  notThere?: number[];
  /** Those of `again` whose creates were never sent. */
  neverLeft?: number[];
  /** True if an issue was missing for the first time; a second search follows. */
  waits?: boolean;
}

export type Intent =
  /** `unanswered`: an earlier create may still turn up. */
  | (OfText & { kind: "create"; unanswered: boolean })
  /** `isOurs`: an equal value in the tracker may be our own write. */
  | (OfText & { kind: "update"; external: ExternalRef; item: ItemRow; isOurs: boolean })
  /** An unanswered update of another version, read first. */
  | (OfText & { kind: "checkUpdate"; external: ExternalRef; item: ItemRow })
  /** An unanswered create, searched first. */
  | (OfText & { kind: "find"; item: ItemRow })
  /** The issue may be gone, or is checked although unchanged. */
  | (OfText & { kind: "read"; external: ExternalRef; item: ItemRow })
  | { kind: "place"; position: number; placement: Placement }
  | { kind: "link"; position: number; dependency: Dependency }
  /** Another push is working on it. */
  | { kind: "wait"; position: number };

interface OfText {
  position: number;
  clientId: string;
  parent: Parent;
}

export interface Batch {
  push: PushRow;
  input: Intend;
  externals: ReadonlyMap<string, ExternalRef>;
  intents: Intent[];
  items: { at: StepItem; changes: Changes }[];
  steps: StepState[];
  /** The ids of items to create or search. */
  making: Set<string>;
  /** The ids of items to move. Steps under them wait: two items swapping places would form a cycle. */
  moving: Set<string>;
  gone: ReadonlySet<string>;
  /** The ids of released or recreated items, whose links and children's places the ledger drops. */
  forgotten: Set<string>;
  released: StepItem[];
  recreated: number[];
  /** Links to remove that have lost an end. */
  dropped: StepItem[];
  caveats: Caveat[];
}
