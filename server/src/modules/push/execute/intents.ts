import type { Dependency, ExternalRef, Parent, Placement } from "../../trackers/tracker.ts";
import type { Caveat } from "../ledger/caveats.ts";
import type { ItemRow } from "../ledger/ledger.ts";
import type { PushRow } from "../ledger/pushes.ts";
import type { Changes } from "../ledger/put-items.ts";
import type { StepItem, StepState } from "../ledger/step-items.ts";

export interface Intend {
  positions: number[];
  /** The number of items per call. Steps that need no call don't count. */
  most: number;
  /** The positions of unanswered creates that were searched and not found. */
  notThere: number[];
  /** The positions of creates that were never sent, so none can turn up late. */
  neverLeft: number[];
}

/** An action that a push takes after recording it. */
export type Intent =
  /** `unanswered`: an earlier create may still turn up. */
  | (OfText & { kind: "create"; unanswered: boolean })
  /** `isOurs`: an equal value in the tracker may be this push's own write. */
  | (OfText & { kind: "update"; external: ExternalRef; item: ItemRow; isOurs: boolean })
  /** An unanswered update of another version: its effect is read first. */
  | (OfText & { kind: "checkUpdate"; external: ExternalRef; item: ItemRow })
  /** An unanswered create: the issue is searched before it is created again. */
  | (OfText & { kind: "find"; item: ItemRow })
  /** The issue is believed gone, or must be checked although nothing changed. */
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

/** The intents of one batch of steps, and the rows to write for them. */
export interface Batch {
  push: PushRow;
  input: Intend;
  externals: ReadonlyMap<string, ExternalRef>;
  intents: Intent[];
  items: { at: StepItem; changes: Changes }[];
  steps: StepState[];
  /** The ids of items about to be created or searched for. */
  making: Set<string>;
  /**
   * The ids of items about to move. A step under one of these waits: two items swapping places would form a
   * cycle.
   */
  moving: Set<string>;
  /** The ids of gone or released parents. */
  gone: ReadonlySet<string>;
  /** The ids of released or recreated items: the ledger drops their links and their children's places. */
  forgotten: Set<string>;
  released: StepItem[];
  /** The positions of recreated items. */
  recreated: number[];
  /** Links to remove that have lost an end. */
  dropped: StepItem[];
  caveats: Caveat[];
}
