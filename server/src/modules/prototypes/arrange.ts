import { prototypeLimits } from "@groundplan/contract";
import { ApiError, invalid } from "../../errors.ts";
import { isLitter } from "../../zip/entry-name.ts";
import { clashOf } from "../../zip/name-clash.ts";

interface Named {
  path: string;
}

/**
 * Normalizes a prototype's files: no OS litter, NFC paths, and no common folder if that hides the entry file.
 * Throws 400 without entry file or for clashing paths, 413 for too many.
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

/** Returns the common top folder with its slash; "" if none. */
function commonFolder(files: readonly Named[]): string {
  const first = files[0]?.path ?? "";
  const top = first.slice(0, first.indexOf("/") + 1);
  return files.every(({ path }) => path.startsWith(top)) ? top : "";
}
