import type { Provider, provider, TrackerTarget } from "@groundplan/contract";
import type { ReferenceForms } from "./references.ts";
import type { Adapter, Capacity } from "./tracker.ts";
import type { ReadWebhook } from "./webhook.ts";

/** The field of a target that names a place in its tracker. */
export type TargetField = KeyOf<TrackerTarget>;
type KeyOf<Union> = Union extends Union ? keyof Union : never;

/**
 * The facts about a tracker that need no adapter. The setting `GROUNDPLAN_<ID>_API_URL` is an operator's other
 * address of it.
 */
export interface TrackerDefinition {
  /** The id of its connector, by which the contract calls its provider. */
  id: keyof typeof provider.enum;
  provider: Provider;
  label: string;
  vendor: string;
  description: string;
  targetField: TargetField;
  /** The case in which a target's name is kept. A name in another case is the same target. */
  targetCase: "upper" | "lower";
  /**
   * The end of a site's host, where each customer has a site of their own that is named with the key's account; else
   * null.
   */
  namesSite: string | null;
  capacity: Capacity;
  /** True where an open issue can be in progress. */
  hasStarted: boolean;
  /** True if new issues can be given values of fields of the customer's own. */
  hasFields: boolean;
  /** The patterns by which the tracker finds issues in a text. */
  references: ReferenceForms;
  /** The vendor's own address; null where each customer has one. */
  vendorUrl: string | null;
  readHook: ReadWebhook;
  /** Loads the adapter with its first use: a start waits for none, and the writer's thread needs none. */
  load: () => Promise<Adapter>;
}
