import { lstat, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { SourceFile } from "../../../client/src/import/format.ts";
import { Failure } from "../failure.ts";
import { temporaryOf } from "../import/disk/temporary.ts";
import type { Folder } from "./folders.ts";
import { refuseUnwritable } from "./refuse-unwritable.ts";

/** Returns the paths of files that exist with other contents. */
export async function differing(folder: Folder, files: readonly SourceFile[]): Promise<string[]> {
  const paths: string[] = [];
  for (const file of files) {
    const at = placeIn(folder, file.path);
    const there = at === null ? null : await readFile(at).catch(() => null);
    if (there && !there.equals(file.bytes)) paths.push(file.path);
  }
  return paths;
}

/** Writes files one by one, each whole or not at all. Throws if one would be written through a link. */
export async function writeFiles(folder: Folder, files: readonly SourceFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    const at = placeIn(folder, path);
    if (at !== null && !(await isStill(at, Buffer.from(bytes)))) await writeFile(folder, at, bytes);
  }
}

/**
 * Writes a file, whole or not at all. Returns false if it isn't `before` any more, if that is given; null is no
 * file. Throws if it would be written through a link.
 */
export async function writeFile(
  { path: root }: Folder,
  at: string,
  bytes: Uint8Array,
  before?: Buffer | null,
): Promise<boolean> {
  await refuseLinks(root, at);
  await mkdir(dirname(at), { recursive: true }).catch(refuseUnwritable(at));
  const temporary = temporaryOf(at);
  try {
    const file = await open(temporary, "w").catch(refuseUnwritable(at));
    const there = await lstat(at).catch(() => null);
    try {
      if (there) await file.chmod(there.mode & 0o777);
      await file.writeFile(bytes).catch(refuseUnwritable(at));
      await file.sync().catch(refuseUnwritable(at));
    } finally {
      await file.close();
    }
    if (before !== undefined && !(await isStill(at, before))) return false;
    await rename(temporary, at).catch(refuseUnwritable(at));
    return true;
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

/** Tests whether a file still has these bytes; null is no file. */
export async function isStill(at: string, bytes: Buffer | null): Promise<boolean> {
  const there = await readFile(at).catch(() => null);
  return there === null || bytes === null ? there === bytes : there.equals(bytes);
}

/** Returns where a file goes; null if it lies beside the format's own folder, or in one of git's. */
export function placeIn({ path: root, below }: Folder, path: string): string | null {
  if (!path.startsWith(below)) return null;
  const inside = path.slice(below.length);
  const parts = inside.split("/");
  return parts.some(isUnsafe) ? null : join(root, ...parts);
}

/** Tests for a name that leads elsewhere, on Windows too, or into git's own files. */
const isUnsafe = (name: string) =>
  ["", ".", ".."].includes(name) ||
  name.includes(sep) ||
  /^\.git[. ]*$/i.test(name) ||
  /^git~\d+$/i.test(name);

/** Throws if a folder on the way, or the file itself, is a link. */
export async function refuseLinks(root: string, at: string): Promise<void> {
  const parts = at.slice(root.length + 1).split(sep);
  for (let count = 1; count <= parts.length; count++) {
    const path = join(root, ...parts.slice(0, count));
    const found = await lstat(path).catch(() => null);
    if (!found) return;
    if (found.isSymbolicLink())
      throw new Failure(
        `${path} is a link, and nothing is written through links. Remove it, or export elsewhere.`,
      );
  }
}
