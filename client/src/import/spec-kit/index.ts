import type { FormatDefinition } from "../format.ts";

export const prefix = "spec-kit:";

export const specKit = {
  name: "spec-kit",
  prefix,
  about: "make plans of spec-kit's features, or bring them up to date: a spec for each user story and task",
  path: "a repository, its specs folder, or specs/<feature> for one of them",
  folder: "a folder with spec-kit's specs, or the repository around it",
  sources: "features",
  options: {},
} as const satisfies FormatDefinition;
