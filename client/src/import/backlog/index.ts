import type { FormatDefinition } from "../format.ts";

export const prefix = "backlog:";

export const backlog = {
  name: "Backlog.md",
  prefix,
  about:
    "make plans of a Backlog.md folder, one for each milestone, or bring them up to date: a spec for each task",
  path: "a repository, or its backlog folder",
  folder: "a backlog folder, or the repository around it",
  sources: "backlogs",
  options: {
    status: {
      kind: "lines",
      about: "what a status of your own means: TODO, IN_PROGRESS, DONE or CANCELLED; may be repeated",
      label: "What statuses of your own mean",
      form: "NAME=STATUS",
      standard: "",
    },
  },
} as const satisfies FormatDefinition;
