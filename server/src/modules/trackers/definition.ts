import type { Provider, provider, TrackerKeys, TrackerTarget } from "@groundplan/contract";
import type { TrackerOAuth } from "./oauth.ts";
import type { ReferenceForms } from "./references.ts";
import type { Adapter, Capacity } from "./tracker.ts";
import type { ReadWebhook } from "./webhook.ts";

export type TargetField = KeyOf<TrackerTarget>;
type KeyOf<Union> = Union extends Union ? keyof Union : never;

/** The facts about a tracker that need no adapter. `GROUNDPLAN_<ID>_API_URL` overrides its address. */
export interface TrackerDefinition {
  /** The contract's name of the provider. */
  id: keyof typeof provider.enum;
  provider: Provider;
  label: string;
  vendor: string;
  description: string;
  targetField: TargetField;
  /** The stored case of target names, which are case-insensitive. */
  targetCase: "upper" | "lower";
  keys: TrackerKeys;
  oauth: TrackerOAuth;
  capacity: Capacity;
  /** True if an open issue can be in progress. */
  hasStarted: boolean;
  /** True for custom fields on new issues. */
  hasFields: boolean;
  references: ReferenceForms;
  /** Null if each customer has an address. */
  vendorUrl: string | null;
  readHook: ReadWebhook;
  /** Loads the adapter on first use, which startup and the writer's thread skip. */
  load: () => Promise<Adapter>;
}
