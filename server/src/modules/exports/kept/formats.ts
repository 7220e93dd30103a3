import type { ExportFormat } from "@groundplan/contract";
import { namesOf } from "../formats/backlog.ts";
import type { TreePlan } from "../tree.ts";
import { backlogKept } from "./backlog.ts";
import { beadsKept } from "./json/beads.ts";
import type { JsonFormat } from "./json/json-format.ts";
import { taskmasterKept } from "./json/taskmaster.ts";
import type { ReadBytes } from "./keep-files.ts";
import type { KeptFormat } from "./kept-format.ts";
import { kiroKept } from "./kiro.ts";
import { markdownKept } from "./markdown.ts";
import { openspecKept } from "./openspec.ts";
import { specKitKept } from "./spec-kit.ts";

interface Files {
  plans: readonly TreePlan[];
  read: ReadBytes;
}

/** How each format holds what changed since its import. */
export const keptFormats: Record<ExportFormat, (files: Files) => Promise<KeptFormat | JsonFormat>> = {
  kiro: async () => kiroKept,
  "spec-kit": async () => specKitKept,
  openspec: async () => openspecKept,
  async backlog({ plans, read }) {
    const config = plans
      .flatMap(({ files }) => files)
      .find(({ path }) => /(?:^|\/)config\.ya?ml$/.test(path));
    return backlogKept(namesOf(config ? (await read(config.fileId)).toString() : ""));
  },
  taskmaster: async () => taskmasterKept,
  beads: async () => beadsKept,
  markdown: async () => markdownKept,
};
