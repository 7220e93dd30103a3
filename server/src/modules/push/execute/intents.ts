import type { Dependency, ExternalRef, Parent, Placement } from "../../trackers/tracker.ts";
import type { Caveat } from "../ledger/caveats.ts";
import type { ItemRow } from "../ledger/ledger.ts";
import type { PushRow } from "../ledger/pushes.ts";
import type { Changes } from "../ledger/put-items.ts";
import type { StepItem, StepState } from "../ledger/step-items.ts";

export interface Intend {
  positions: number[];
  /** The number of things that one call takes. Steps that need no call do not count. */
  most: number;
  /** The positions of unanswered creates that were looked for and not found. */
  notThere: number[];
  /** The positions of creates that were never sent: nothing of them can turn up. */
  neverLeft: number[];
}

/** One thing that a push does once the note of it is on disk. */
export type Intent =
  /** `unanswered` is true where an earlier create may still turn up. */
  | (OfText & { kind: "create"; unanswered: boolean })
  /** `isOurs` is true where an equal value in the tracker may be this push's own writing. */
  | (OfText & { kind: "update"; external: ExternalRef; item: ItemRow; isOurs: boolean })
  /** An earlier update of another version was never answered: what arrived of it is read before anything else. */
  | (OfText & { kind: "checkUpdate"; external: ExternalRef; item: ItemRow })
  /** An earlier create was never answered: the issue is looked for before it is created again. */
  | (OfText & { kind: "find"; item: ItemRow })
  /** The issue is gone as far as is known, or is to be checked although nothing changed: it is read. */
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

/** All that the steps of one batch lead to, and what is to be written of it. */
export interface Batch {
  push: PushRow;
  input: Intend;
  externals: ReadonlyMap<string, ExternalRef>;
  intents: Intent[];
  items: { at: StepItem; changes: Changes }[];
  steps: StepState[];
  /** The ids of what has no issue yet and is about to be created, or looked for. */
  making: Set<string>;
  /**
   * The ids of what is about to move: a step under one of these waits, as two that change places would close a
   * circle.
   */
  moving: Set<string>;
  /** The ids of parents that are gone, or were let go of by this push. */
  gone: ReadonlySet<string>;
  /** The ids of what is let go of or created again: the ledger forgets its links, and the places under it. */
  forgotten: Set<string>;
  released: StepItem[];
  /** The positions of what is created again. */
  recreated: number[];
  /** The links to be removed of which an end is not there any more. */
  dropped: StepItem[];
  caveats: Caveat[];
}
