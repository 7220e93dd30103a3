import type { ExportFormat } from "@groundplan/contract";
import { backlogWriter } from "./backlog.ts";
import { beadsWriter } from "./beads.ts";
import { kiroWriter } from "./kiro.ts";
import { markdownWriter } from "./markdown.ts";
import { openspecWriter } from "./openspec.ts";
import { specKitWriter } from "./spec-kit.ts";
import { taskmasterWriter } from "./taskmaster.ts";
import type { Writer } from "./writer.ts";

export const writers: Record<ExportFormat, Writer> = {
  kiro: kiroWriter,
  "spec-kit": specKitWriter,
  openspec: openspecWriter,
  backlog: backlogWriter,
  taskmaster: taskmasterWriter,
  beads: beadsWriter,
  markdown: markdownWriter,
};
