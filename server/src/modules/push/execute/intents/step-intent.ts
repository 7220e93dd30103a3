import type { Item } from "../../../trackers/tracker.ts";
import type { StepRow } from "../../ledger/pushes.ts";
import type { Intent } from "./intents.ts";

export type StepIntent<G extends Intent["kind"]> = Extract<Intent, { kind: G }> & { step: StepRow };
export type TextIntentKind = "create" | "update" | "find" | "checkUpdate" | "read";
export type TextIntent<G extends TextIntentKind> = StepIntent<G> & { wanted: Item };
