import type { Files } from "./files.ts";
import { NotImportable } from "./format.ts";
import { type GivenFile, givenFiles } from "./given-files.ts";

/** Files to import from, and the path among them to begin at. */
export interface Opened {
  files: Files;
  path: string;
}

/** Opens dropped, chosen or packed files. An archive alone is opened as the folder that it holds. */
export async function openGiven(given: readonly GivenFile[]): Promise<Opened> {
  const [first] = given;
  if (!first) throw new NotImportable("This folder is empty.");
  if (given.length > 1 || !(first.file instanceof Blob) || first.path.includes("/"))
    return { files: givenFiles(given), path: singleTop(given) };
  // Loaded for archives only.
  const { isZip, openZip } = await import("./zip.ts");
  if (!(await isZip(first.file))) {
    // A folder of its own gives the file a name in references.
    const path = `${first.path.replace(/(?<=.)\.[^.]*$/u, "")}/${first.path}`;
    return { files: givenFiles([{ path, file: first.file }]), path };
  }
  const packed = await openZip(first.file);
  if (packed.length === 0) throw new NotImportable(`${first.path} holds no files.`);
  const tops = topsOf(packed);
  const [top = ""] = tops;
  const isFolder = tops.length === 1 && packed.every(({ path }) => path.includes("/"));
  return { files: givenFiles(packed), path: isFolder && !isOfRoot(top) ? top : "." };
}

/** Tests for folders that lie in a repository's root, which the archive is then. */
const isOfRoot = (name: string) => name.startsWith(".") || /^(?:openspec|backlog|specs)$/u.test(name);

const topsOf = (given: readonly GivenFile[]) => [
  ...new Set(given.map(({ path }) => path.split("/")[0] ?? "")),
];

/** Throws `NotImportable` for several folders or files. */
function singleTop(given: readonly GivenFile[]): string {
  const [top = "", ...others] = topsOf(given);
  if (others.length > 0)
    throw new NotImportable(
      "These are several files or folders. Drop the folder that holds them, or one at a time.",
    );
  return top;
}
