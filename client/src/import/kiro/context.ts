import type { Notice } from "../format.ts";
import { bytesOf } from "../requests.ts";
import { blocks, headings } from "./markdown.ts";
import { fitName } from "./names.ts";
import { cleanSource } from "./source.ts";
import type { KiroContext } from "./types.ts";

/** The files of a folder that are kept as context sources of its plan. */
const kinds = new Map<string, Pick<KiroContext, "kind" | "sourceKind">>([
  ["design.md", { kind: "design", sourceKind: "PASTED" }],
  ["research.md", { kind: "research", sourceKind: "RESEARCH" }],
]);

/** Returns true for a file of a folder that is kept as a context source. */
export const isContext = (file: string): boolean => kinds.has(file);

/** The most bytes that a file takes in a request, so that it fits in beside the specs. */
const mostBytes = 2 * 1024 * 1024;
/** The beginning of a text in which its title is looked for. */
const beginning = 65_536;

/** Makes a context source of a file; null, with the reason among the notices, for one that is too large. */
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

/** Returns the first heading of the highest level, below the front matter; empty where there is none. */
function titleOf(text: string): string {
  const body = text.slice(0, beginning).replace(/^---\n[\s\S]*?\n---(?:\n|$)/u, "");
  const titles = headings(blocks(body)).filter(({ level }) => level === 1);
  return titles.map((heading) => fitName(heading.text).name).find((name) => name !== "") ?? "";
}
