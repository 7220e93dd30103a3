import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import type { FolderFile } from "./folder-files.ts";

/** Packs files into a zip archive. */
export async function zipFiles(files: readonly FolderFile[], name: string): Promise<File> {
  const zip = new ZipFile();
  for (const { path, file } of files) zip.addBuffer(await readFile(file), path);
  zip.end();
  return new File([Uint8Array.from(await buffer(zip.outputStream))], name);
}
