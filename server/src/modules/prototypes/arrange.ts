import { prototypeLimits } from "@groundplan/contract";
import { ApiError, invalid } from "../../errors.ts";
import { isLitter } from "../../zip/entry-name.ts";
import { clashOf } from "../../zip/name-clash.ts";

/** A file of a prototype, with where its bytes are. */
interface Named {
  path: string;
}

/**
 * Returns the files as a prototype has them: without what operating systems leave behind, under paths in one form, and
 * without the folder that holds everything, where only so the entry file is found. Throws 400 where there is no entry file,
 * or where one path could be taken for another, and 413 for too many.
 */
export function arrange<F extends Named>(files: readonly F[], entry: string): F[] {
  const kept = files
    .filter(({ path }) => !isLitter(path))
    .map((file) => ({ ...file, path: file.path.normalize("NFC") }));
  if (kept.length > prototypeLimits.files)
    throw new ApiError(
      "payload_too_large",
      `A prototype may have ${prototypeLimits.files} files, and this one has ${kept.length}. Leave some out.`,
    );
  const clash = clashOf(kept);
  if (clash) throw invalid("/file", `holds ${clash.path}: ${clash.message.replace(/\.$/, "")}`);
  return atEntry(kept, entry.normalize("NFC"));
}

function atEntry<F extends Named>(files: readonly F[], entry: string): F[] {
  const has = (path: string) => files.some((file) => file.path === path);
  if (has(entry)) return [...files];
  const top = commonFolder(files);
  if (top === "" || !has(top + entry))
    throw invalid("/entry", `is not among the files: none has the path ${entry.slice(0, 200)}`);
  return files.map((file) => ({ ...file, path: file.path.slice(top.length) }));
}

/** Returns the folder that all files lie in, with its slash; empty where there is none. */
function commonFolder(files: readonly Named[]): string {
  const first = files[0]?.path ?? "";
  const top = first.slice(0, first.indexOf("/") + 1);
  return files.every(({ path }) => path.startsWith(top)) ? top : "";
}
