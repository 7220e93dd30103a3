import type { FormatDefinition } from "../format.ts";

export const prefix = "openspec:";

export const openspec = {
  name: "OpenSpec",
  prefix,
  about:
    "make plans of OpenSpec changes and of the current specs, or bring them up to date: a spec for each requirement and task",
  path: "a repository, its openspec folder, or openspec/changes/<change> for one of them",
  folder: "an openspec folder, or the repository around it",
  sources: "changes",
  options: {
    archived: {
      kind: "switch",
      about: "archived changes, too",
      label: "Archived changes, too",
      standard: "no",
    },
  },
} as const satisfies FormatDefinition;
