import { trackerKeys } from "@groundplan/contract";
import type { TrackerDefinition } from "../definition.ts";
import { githubOAuth } from "./oauth.ts";
import { githubReferences } from "./references.ts";
import { readGithubHook } from "./webhook.ts";

export const github = {
  id: "github",
  provider: "tracker_c",
  label: "GitHub Issues",
  vendor: "GitHub",
  description: "Plans and specs become issues and sub-issues, dependencies blocked-by relations.",
  targetField: "repository",
  // Repository names are case-insensitive.
  targetCase: "lower",
  keys: trackerKeys.tracker_c,
  oauth: githubOAuth,
  // GitHub's documented limits.
  references: githubReferences,
  hasFields: false,
  hasStarted: false,
  capacity: { children: 100, dependencies: 50 },
  vendorUrl: "https://api.github.com",
  readHook: readGithubHook,
  load: async () => (await import("./tracker.ts")).githubTracker,
} satisfies TrackerDefinition;
