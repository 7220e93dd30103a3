import { isBacklog } from "./backlog/detect.ts";
import { isBeads } from "./beads/detect.ts";
import type { Files } from "./files.ts";
import type { FormatId } from "./formats.ts";
import { isKiro } from "./kiro/detect.ts";
import { isMarkdownFolder } from "./markdown/detect.ts";
import { isOpenSpec } from "./openspec/detect.ts";
import { isSpecKit } from "./spec-kit/detect.ts";
import { isTaskMaster } from "./taskmaster/detect.ts";

/** Tests cheaply whether a folder or file is of a format; a repository that holds one is. */
export type Detect = (files: Files, path: string) => Promise<boolean>;

const detectors: Record<FormatId, Detect> = {
  kiro: isKiro,
  "spec-kit": isSpecKit,
  openspec: isOpenSpec,
  backlog: isBacklog,
  taskmaster: isTaskMaster,
  beads: isBeads,
  markdown: isMarkdownFolder,
};

/** Returns the formats of a folder or file, in the order of the commands. */
export async function formatsAt(files: Files, path: string): Promise<FormatId[]> {
  const found: FormatId[] = [];
  for (const [id, isAt] of Object.entries(detectors) as [FormatId, Detect][]) // The literal has no other keys.
    if (await isAt(files, path)) found.push(id);
  return found;
}
