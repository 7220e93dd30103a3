import { trackerKeys } from "@groundplan/contract";
import type { TrackerDefinition } from "../definition.ts";
import { jiraOAuth } from "./oauth.ts";
import { jiraReferences } from "./references.ts";
import { readJiraHook } from "./webhook.ts";

export const jira = {
  id: "jira",
  provider: "tracker_b",
  label: "Jira Cloud",
  vendor: "Atlassian",
  description: "Plans become epics, specs tasks and sub-tasks, dependencies blocking links.",
  targetField: "projectKey",
  targetCase: "upper",
  keys: trackerKeys.tracker_b,
  oauth: jiraOAuth,
  // Jira allows 2,000 links per issue, both directions together.
  references: jiraReferences,
  hasFields: true,
  hasStarted: true,
  capacity: { children: null, dependencies: 1000 },
  vendorUrl: null,
  readHook: readJiraHook,
  load: async () => (await import("./tracker.ts")).jiraTracker,
} satisfies TrackerDefinition;
