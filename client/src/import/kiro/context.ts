import type { Notice } from "../format.ts";
import { bytesOf } from "../requests.ts";
import { cleanSource } from "../text/clean.ts";
import { titleOf } from "../text/context.ts";
import { fitName } from "../text/names.ts";
import type { KiroContext } from "./types.ts";

/** Files kept as context sources of their folder's plan. */
const kinds = new Map<string, Pick<KiroContext, "kind" | "sourceKind">>([
  ["design.md", { kind: "design", sourceKind: "PASTED" }],
  ["research.md", { kind: "research", sourceKind: "RESEARCH" }],
]);

export const isContext = (file: string): boolean => kinds.has(file);

/** Bytes per file, so that it fits into a request along with the specs. */
const mostBytes = 2 * 1024 * 1024;

/** Returns a file as a context source; null, with a notice, if it is too large. */
export function contextOf(
  file: string,
  raw: string,
  more: Partial<KiroContext> = {},
): { source: KiroContext | null; notices: Notice[] } {
  const { text, notices } = cleanSource(raw, file);
  if (bytesOf(text) > mostBytes) {
    const why = `not imported: it is larger than ${mostBytes / 1024 / 1024} MiB`;
    return { source: null, notices: [{ file, line: 1, text: "", why }] };
  }
  const title = titleOf(text) || fitName(file).name || "Untitled";
  return { source: { file, title, text, ...kinds.get(file), ...more }, notices };
}
