import type { Files } from "../files.ts";
import type { Notice, SourceFile } from "../format.ts";
import { joined } from "../paths.ts";
import { notImported, readFile, treeOf } from "../text/tree.ts";
import { ownFolder } from "./issues-file.ts";

/** What beads keeps on one machine only: its databases, sockets, locks and logs. */
const local =
  /^(?:\.env.*|dolt.*|embeddeddolt|daemon.*|bd\.sock.*|last-touched|\.local_version|\.?export.*|backup|.*\.(?:db|db-.*|db\..*|sock|lock|log|pid|activity|gz|startlock))$/u;

/** Reads the other files of the folder, which an export gives back; a lone file has none. */
export async function otherFiles(
  from: Files,
  root: string,
  issues: string,
): Promise<{ files: SourceFile[]; notices: Notice[] }> {
  const read: { files: SourceFile[]; notices: Notice[] } = { files: [], notices: [] };
  if (!issues.startsWith(`${ownFolder}/`)) return read;
  const entries = await from.list(joined(root, ownFolder));
  if ("problem" in entries) return read;
  const paths: string[] = [];
  for (const { name, isFolder } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${ownFolder}/${name}`;
    if (local.test(name)) read.notices.push(notImported(path, "beads' own state on this machine"));
    else if (!isFolder) paths.push(path);
    else {
      const below = await treeOf(from, root, path);
      paths.push(...below.paths);
      read.notices.push(...below.notices);
    }
  }
  for (const path of paths) {
    if (path === issues) continue;
    const file = await readFile(from, root, path, read.notices);
    if (!file) continue;
    read.files.push(file);
    read.notices.push(notImported(path, "it holds no issues; an export gives it back"));
  }
  return read;
}
