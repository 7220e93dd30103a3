import type { FormatDefinition } from "../format.ts";

export const prefix = "markdown:";

/** The file that lists the plans of a folder. */
export const manifestFile = "groundplan.json";

export const markdown = {
  name: "Groundplan's markdown",
  prefix,
  about: "make plans of a folder that Groundplan exported as markdown, or bring them up to date",
  path: `a folder with ${manifestFile}`,
  folder: `a folder with ${manifestFile}`,
  sources: "folders",
  options: {},
} as const satisfies FormatDefinition;
