import { buffer } from "node:stream/consumers";
import type { ExportFormat } from "@groundplan/contract";
import { readFile } from "../../files/read-file.ts";
import type { Db } from "../../storage/dialect.ts";
import { writers } from "./formats/index.ts";
import { lostIn } from "./formats/lost.ts";
import { isMarkdownPlan } from "./formats/markdown.ts";
import { keptFormats } from "./kept/formats.ts";
import { keepFiles } from "./kept/keep-files.ts";
import type { KeepOptions } from "./kept/notes.ts";
import { importedRef, type Tree, type TreePlan } from "./tree.ts";
import type { Written } from "./written.ts";

/** Writes a tree in a format: files of its imports with the changes since, and the rest by conventions. */
export async function writeTree(
  db: Db,
  tree: Tree,
  format: ExportFormat,
  how: KeepOptions & { changes: "add" | "leave_out" },
): Promise<Written> {
  const writer = writers[format];
  const isKept = (plan: TreePlan) => plan.files.length > 0 && (writer.isKept ?? isReferredTo)(plan);
  const isReferredTo = (plan: TreePlan) =>
    importedRef(plan).startsWith(writer.prefix) && !isMarkdownPlan(plan);
  const kept = tree.plans.filter(isKept);
  if (how.changes === "leave_out") return asImported(kept);
  // A sync would import a plan that was made here beside itself.
  const isAdded = (plan: TreePlan) => how.vanished === "add" && isMadeHere(plan);
  const made = tree.plans.filter((plan) => !isKept(plan) && (kept.length === 0 || isAdded(plan)));
  const read = (fileId: string) => buffer(readFile(db, tree.workspaceId, fileId));
  const ofFiles: Written =
    kept.length === 0
      ? { files: [], notes: [] }
      : await keepFiles(tree, kept, await keptFormats[format]({ plans: kept, read }), read, how);
  const ofPlans: Written = made.length === 0 ? { files: [], notes: [] } : writer.write(tree, made);
  const taken = new Set(ofFiles.files.map(({ path }) => path));
  const clashing = ofPlans.files.filter(({ path }) => taken.has(path));
  return {
    files: [...ofFiles.files, ...ofPlans.files.filter(({ path }) => !taken.has(path))],
    notes: [
      ...ofFiles.notes,
      ...lostIn("The imported folder", kept, ["work"]),
      ...ofPlans.notes,
      ...made.filter((plan) => isReferredTo(plan) && plan.base !== null).map(withoutFiles),
      ...clashing.map(({ path }) => ({
        path,
        handle: null,
        text: "Specs that were made here would overwrite this imported file: left out.",
      })),
    ],
  };
}

const asImported = (plans: readonly TreePlan[]): Written => ({
  files: plans.flatMap(({ files }) =>
    files.map(({ path, fileId }) => ({ path, fileId, state: "kept" as const })),
  ),
  notes: [],
});

const withoutFiles = ({ handle }: TreePlan) => ({
  path: null,
  handle,
  text: "The files of its import aren't kept, or you can't edit it, so it is written by the format's conventions. Import it again to keep them.",
});

/** Tests for contents beside the files; a plan that only groups others may have a text from its import. */
const isMadeHere = ({ specs, base, description, sources }: TreePlan) =>
  specs.length > 0 || (base === null && (description !== "" || sources.length > 0));
