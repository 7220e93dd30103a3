import { backlog } from "./backlog/index.ts";
import { beads } from "./beads/index.ts";
import type { FormatDefinition } from "./format.ts";
import { kiro } from "./kiro/index.ts";
import { markdown } from "./markdown/index.ts";
import { openspec } from "./openspec/index.ts";
import { specKit } from "./spec-kit/index.ts";
import { taskmaster } from "./taskmaster/index.ts";

/** Every format, by the name of its command. */
export const formats = {
  kiro,
  "spec-kit": specKit,
  openspec,
  backlog,
  taskmaster,
  beads,
  markdown,
} satisfies Record<string, FormatDefinition>;

export type FormatId = keyof typeof formats;

// The literal above has no other keys.
export const formatIds = Object.keys(formats) as [FormatId, ...FormatId[]];

export const definitionOf = (id: FormatId): FormatDefinition => formats[id];

/** The names of all formats: `A, B, or C`. */
export const formatNames = new Intl.ListFormat("en", { type: "disjunction" }).format(
  formatIds.map((id) => formats[id].name),
);
