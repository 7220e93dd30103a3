import { trackerKeys } from "@groundplan/contract";
import type { TrackerDefinition } from "../definition.ts";
import { linearOAuth } from "./oauth.ts";
import { linearReferences } from "./references.ts";
import { readLinearHook } from "./webhook.ts";

export const linear = {
  id: "linear",
  provider: "tracker_a",
  label: "Linear",
  vendor: "Linear",
  description: "Plans become projects, specs issues and sub-issues, dependencies blocking relations.",
  targetField: "teamKey",
  targetCase: "upper",
  keys: trackerKeys.tracker_a,
  oauth: linearOAuth,
  references: linearReferences,
  hasFields: false,
  hasStarted: true,
  capacity: { children: null, dependencies: null },
  vendorUrl: "https://api.linear.app",
  readHook: readLinearHook,
  load: async () => (await import("./tracker.ts")).linearTracker,
} satisfies TrackerDefinition;
