import type { Files } from "../files.ts";
import { type Format, NotImportable } from "../format.ts";
import { joined } from "../paths.ts";
import { findKiro, type KiroFolder } from "./find.ts";
import { plansOf, referenceOf } from "./plans.ts";
import { readKiro } from "./read.ts";
import type { TasksMode } from "./tasks/types.ts";
import { prefix, requirementsFile } from "./types.ts";

/** Returns the importer of Kiro spec folders (docs/decisions/kiro-import.md). */
export const kiroIn = (files: Files): Format<KiroFolder, { tasks: TasksMode }> => ({
  prefix,
  find: (path) => findKiro(files, path),
  async read({ path, name, prefix: before, root }, { tasks }) {
    const source = await readKiro(files, path, tasks);
    const notices = source.notUnderstood.map((notice) => ({ ...notice, file: `${before}${notice.file}` }));
    if (source.specs.length === 0) {
      throw new NotImportable(
        `${joined(path, requirementsFile)} holds no requirement, so nothing was made. Write one under a heading like "### Requirement 1: Title", then import again.`,
        { notices },
      );
    }
    const criteria = source.specs.reduce((sum, spec) => sum + spec.criteria, 0);
    const without = tasks === "none" && source.tasks ? ["tasks"] : [];
    const leftOut = [...without, ...source.withoutContext].map((part) => referenceOf(name, part));
    return { plans: plansOf(source, name, root), criteria, notices, leftOut };
  },
});
