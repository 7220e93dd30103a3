import type { Provider, provider, TrackerTarget } from "@groundplan/contract";
import type { ReferenceForms } from "./references.ts";
import type { Adapter, Capacity } from "./tracker.ts";
import type { ReadWebhook } from "./webhook.ts";

/** The field of a target that identifies its scope in the tracker. */
export type TargetField = KeyOf<TrackerTarget>;
type KeyOf<Union> = Union extends Union ? keyof Union : never;

/** The facts about a tracker that need no adapter. `GROUNDPLAN_<ID>_API_URL` overrides its address. */
export interface TrackerDefinition {
  /** The connector's id, the contract's name of the provider. */
  id: keyof typeof provider.enum;
  provider: Provider;
  label: string;
  vendor: string;
  description: string;
  targetField: TargetField;
  /** The case in which target names are stored; names are case-insensitive. */
  targetCase: "upper" | "lower";
  /** The host suffix of per-customer sites, whose key needs an account; null otherwise. */
  namesSite: string | null;
  capacity: Capacity;
  /** True if an open issue can be in progress. */
  hasStarted: boolean;
  /** True if new issues accept custom fields. */
  hasFields: boolean;
  /** The patterns by which the tracker finds issues in a text. */
  references: ReferenceForms;
  /** The vendor's address; null if each customer has one. */
  vendorUrl: string | null;
  readHook: ReadWebhook;
  /** Loads the adapter on first use: startup and the writer's thread don't need it. */
  load: () => Promise<Adapter>;
}
