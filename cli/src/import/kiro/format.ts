import { join } from "node:path";
import { type Format, NotImportable } from "../format.ts";
import { findKiro, type KiroFolder } from "./find.ts";
import { plansOf, referenceOf } from "./plans.ts";
import { readKiro } from "./read.ts";
import type { TasksMode } from "./tasks/types.ts";
import { requirementsFile } from "./types.ts";

/** The format of Kiro's spec folders (docs/decisions/kiro-import.md). */
export const kiro: Format<KiroFolder, { tasks: TasksMode }> = {
  prefix: "kiro:",
  find: findKiro,
  referenceOf: ({ name }) => referenceOf(name),
  async read({ path, name, prefix, root }, { tasks }) {
    const source = await readKiro(path, tasks);
    const notices = source.notUnderstood.map((notice) => ({ ...notice, file: `${prefix}${notice.file}` }));
    if (source.specs.length === 0) {
      throw new NotImportable(
        `${join(path, requirementsFile)} holds no requirement, so nothing was made. Write one under a heading like "### Requirement 1: Title", then import again.`,
        { notices },
      );
    }
    const criteria = source.specs.reduce((sum, spec) => sum + spec.criteria, 0);
    const without = tasks === "none" && source.tasks ? ["tasks"] : [];
    const leftOut = [...without, ...source.withoutContext].map((part) => referenceOf(name, part));
    return { plans: plansOf(source, name, root), criteria, notices, leftOut };
  },
};
