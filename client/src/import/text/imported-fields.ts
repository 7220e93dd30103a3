import { cleanText } from "./clean.ts";

/** The heading of what a text keeps of a source and Groundplan has no field for. */
const importedFieldsTitle = "Imported fields";

/** Returns YAML as written, as the block that ends a text; "" if there is none. */
export function importedFields(yaml: readonly string[]): string {
  const text = cleanText(yaml.filter((raw) => raw.trim() !== "").join("\n"));
  if (text === "") return "";
  const longest = Math.max(2, ...(text.match(/`{3,}/gu) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `## ${importedFieldsTitle}\n\n${fence}yaml\n${text}\n${fence}`;
}

/** Joins the parts of a text by blank lines, without empty ones. */
export const joinParts = (parts: readonly string[]): string =>
  parts.filter((part) => part.trim() !== "").join("\n\n");
