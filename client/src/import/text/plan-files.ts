import type { Files } from "../files.ts";
import type { ImportedContext, Notice, SourceFile } from "../format.ts";
import { contextSource } from "./context.ts";
import { type SourceText, sourceText } from "./source-text.ts";
import { notImported, readFile } from "./tree.ts";

/** The files of a plan, and those of them that are texts. */
export interface PlanFiles {
  files: SourceFile[];
  texts: Map<string, SourceText>;
  notices: Notice[];
}

/**
 * Reads files; those that are no UTF-8 text are kept, but have no text. A text for which `isDone` returns true is
 * not kept, which bounds the memory for many.
 */
export async function readFiles(
  from: Files,
  root: string,
  paths: readonly string[],
  isDone: (text: SourceText) => boolean = () => false,
): Promise<PlanFiles> {
  const read: PlanFiles = { files: [], texts: new Map(), notices: [] };
  for (const path of paths) {
    const file = await readFile(from, root, path, read.notices);
    if (!file) continue;
    read.files.push(file);
    const isMarkdown = path.endsWith(".md");
    const text = isMarkdown || !file.bytes.includes(0) ? sourceText(path, file.bytes) : null;
    if (text) {
      if (!isDone(text.source)) read.texts.set(path, text.source);
      read.notices.push(...text.notices);
    } else if (isMarkdown) read.notices.push(notImported(path, "it is not UTF-8"));
  }
  return read;
}

/** Of all plans of one request. */
const mostSources = 200;

type More = Omit<ImportedContext, "title" | "text" | "source">;

/**
 * Returns files as context sources, of which `moreOf` decides the kind. Files without text, and those for which
 * it returns a reason, are told: they are kept for an export only.
 */
export function contextSources(
  { files, texts, notices }: PlanFiles,
  paths: readonly string[],
  moreOf: (path: string) => More | string,
): ImportedContext[] {
  const sources: ImportedContext[] = [];
  for (const path of paths) {
    if (!files.some((file) => file.path === path)) continue;
    const text = texts.get(path);
    const more = text ? moreOf(path) : "it is no text that planners read; an export gives it back";
    if (typeof more === "string") notices.push(notImported(path, more));
    else if (sources.length >= mostSources)
      notices.push(notImported(path, `there are ${mostSources} context sources before it`));
    else if (text) sources.push(...[contextSource(text, more, notices)].filter((one) => one !== null));
  }
  return sources;
}
