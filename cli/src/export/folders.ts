import { mkdir, realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { ExportFormat } from "@groundplan/contract";
import { refuseUnwritable } from "./refuse-unwritable.ts";

/** The folder that an export is written to. */
export interface Folder {
  path: string;
  /** The beginning of the export's paths that `path` stands for; "" for a repository. */
  below: string;
}

/** The folder of each format in a repository; "" for files beside others. */
const names: Record<ExportFormat, string> = {
  kiro: ".kiro",
  "spec-kit": "",
  openspec: "openspec",
  backlog: "backlog",
  taskmaster: ".taskmaster",
  beads: ".beads",
  markdown: "",
};

/** Returns a folder, which is made if it is missing. One with a format's own name is the format's. */
export async function folderOf(format: ExportFormat, path: string): Promise<Folder> {
  await mkdir(path, { recursive: true }).catch(refuseUnwritable(path));
  const real = await realpath(path);
  const name = names[format];
  return { path: real, below: name !== "" && basename(real) === name ? `${name}/` : "" };
}
