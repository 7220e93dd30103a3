import type { ImportedContext, Notice } from "../format.ts";
import { nameOf } from "../paths.ts";
import { bytesOf } from "../requests.ts";
import { frontMatter, wordOf } from "./front-matter.ts";
import { blocks, headings } from "./markdown.ts";
import { fitName } from "./names.ts";
import type { SourceText } from "./source-text.ts";
import { notImported } from "./tree.ts";

/** Bytes per file, so that it fits into a request along with the specs. */
const mostBytes = 2 * 1024 * 1024;
/** How much of a text is searched for its title. */
const beginning = 65_536;

/** Returns a whole file as a context source; null, with a notice, if it is too large. */
export function contextSource(
  { path, lines }: SourceText,
  more: Omit<ImportedContext, "title" | "text" | "source">,
  notices: Notice[],
): ImportedContext | null {
  const text = lines.join("\n");
  if (bytesOf(text) > mostBytes) {
    notices.push(notImported(path, `it is larger than ${mostBytes / 1024 / 1024} MiB`));
    return null;
  }
  const named = wordOf(frontMatter(lines.slice(0, 100)).fields.get("title"));
  const title = fitName(named).name || titleOf(text) || fitName(nameOf(path)).name || "Untitled";
  return { ...more, title, text, source: { path } };
}

/** Returns the first level-1 heading below the front matter; "" if none. */
export function titleOf(text: string): string {
  const body = text.slice(0, beginning).replace(/^---\n[\s\S]*?\n---(?:\n|$)/u, "");
  const titles = headings(blocks(body)).filter(({ level }) => level === 1);
  return titles.map((heading) => fitName(heading.text).name).find((name) => name !== "") ?? "";
}
