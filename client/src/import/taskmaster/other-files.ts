import type { Files } from "../files.ts";
import type { ImportedContext, Notice, SourceFile } from "../format.ts";
import { bytesOf } from "../requests.ts";
import { contextSource } from "../text/context.ts";
import { fitReference } from "../text/reference.ts";
import { sourceText } from "../text/source-text.ts";
import { notImported, readFile, treeOf } from "../text/tree.ts";

/** The files beside the tasks; those of `docs/` are context sources. */
interface OtherFiles {
  files: SourceFile[];
  sources: ImportedContext[];
  notices: Notice[];
}

/** Context sources, and their bytes in a request that also has the tasks. */
const mostSources = 100;
const mostBytes = 2 * 1024 * 1024;

/** Reads the other files of Task Master's folder; a lone file has none. */
export async function otherFiles(from: Files, root: string, tasks: string): Promise<OtherFiles> {
  const folder = tasks.split("/")[0] ?? "";
  const read: OtherFiles = { files: [], sources: [], notices: [] };
  if (!tasks.includes("/")) return read;
  const { paths, notices } = await treeOf(from, root, folder);
  read.notices.push(...notices);
  let made = 0;
  let bytes = 0;
  for (const path of paths) {
    if (path === tasks) continue;
    const file = await readFile(from, root, path, read.notices);
    if (!file) continue;
    read.files.push(file);
    if (/(?:^|\/)task[_-]\d+[^/]*\.(?:txt|md)$/u.test(path)) made++;
    else if (!/^\.taskmaster\/docs\/.*\.(?:md|txt)$/u.test(path))
      read.notices.push(notImported(path, "it holds no tasks; an export gives it back"));
    else {
      const source = contextOf(file, read.notices);
      bytes += source ? bytesOf(source) : 0;
      if (source && read.sources.length < mostSources && bytes <= mostBytes) read.sources.push(source);
      else if (source) read.notices.push(notImported(path, "there are too many documents before it"));
    }
  }
  if (made > 0)
    read.notices.push(
      notImported(folder, `${made} files that were made of the tasks; an export gives them back`),
    );
  return read;
}

function contextOf({ path, bytes }: SourceFile, notices: Notice[]): ImportedContext | null {
  const text = sourceText(path, bytes);
  if (!text) {
    notices.push(notImported(path, "it is not UTF-8"));
    return null;
  }
  notices.push(...text.notices);
  const name = path.slice(".taskmaster/".length);
  return contextSource(
    text.source,
    { externalRef: fitReference(`taskmaster:${name}`), kind: "document" },
    notices,
  );
}
