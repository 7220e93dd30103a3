import type { Fence } from "./fenced.ts";
import type { ItemRow } from "./ledger.ts";
import type { RunRow } from "./runs.ts";
import type { Changes, StepItem, StepState } from "./step-items.ts";
import type { External, Need, Parent, Placement } from "./trackers/tracker.ts";

export interface Intend extends Fence {
  positions: number[];
  /** How many things one call takes. What needs no call does not count. */
  most: number;
  /** The tracker was looked at, and what the unanswered call should have made is not there. */
  notThere: number[];
  /** Of these no call ever left: nothing can turn up. */
  neverLeft: number[];
}

/** What the worker has to do now that its intent is on disk. */
export type Intent =
  /** `unanswered`: an earlier call to create it may still turn up. */
  | (OfText & { go: "create"; unanswered: boolean })
  /** `isOurs`: what the tracker says already may be this push's own doing. */
  | (OfText & { go: "update"; external: External; item: ItemRow; isOurs: boolean })
  /** An earlier update was never answered, and of another version: see what of it arrived before doing more. */
  | (OfText & { go: "recall"; external: External; item: ItemRow })
  /** An earlier call to create it was never answered: look before doing it again. */
  | (OfText & { go: "look"; item: ItemRow })
  | { go: "place"; position: number; placement: Placement }
  | { go: "need"; position: number; need: Need }
  /** Another push is at it. */
  | { go: "wait"; position: number };

interface OfText {
  position: number;
  clientId: string;
  parent: Parent;
}

/** What all steps of one batch lead to, and what of it is to be written. */
export interface Batch {
  push: RunRow;
  input: Intend;
  externals: ReadonlyMap<string, External>;
  intents: Intent[];
  items: { at: StepItem; changes: Changes }[];
  steps: StepState[];
  /** What has no issue yet: it is about to be made, or looked for. */
  making: Set<string>;
  /** What it is about to put elsewhere: what goes under it waits, else two that change places would close a circle. */
  moving: Set<string>;
}
