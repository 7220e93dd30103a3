import type { FormatDefinition } from "../format.ts";

export const beads = {
  name: "beads",
  prefix: "beads:",
  about: "make plans of beads' epics, or bring them up to date: a spec for each issue",
  path: "a repository with .beads/issues.jsonl, or that file",
  folder: "a .beads folder, or its issues.jsonl",
  sources: "issue files",
  options: {},
} as const satisfies FormatDefinition;
