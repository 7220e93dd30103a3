import type { FormatDefinition } from "./format.ts";
import { kiro } from "./kiro/index.ts";

/** Every format, by the name of its command. */
export const formats = { kiro } satisfies Record<string, FormatDefinition>;

export type FormatId = keyof typeof formats;

// The literal above has no other keys.
export const formatIds = Object.keys(formats) as [FormatId, ...FormatId[]];

export const definitionOf = (id: FormatId): FormatDefinition => formats[id];

/** The names of all formats: `A or B`. */
export const formatNames = formatIds.map((id) => formats[id].name).join(" or ");

/** Returns each option's standard value. */
export const standardOptions = (id: FormatId): Record<string, string> =>
  Object.fromEntries(
    Object.entries(definitionOf(id).options).map(([name, { standard }]) => [name, standard]),
  );
