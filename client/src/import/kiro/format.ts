import type { Files } from "../files.ts";
import { type Format, NotImportable } from "../format.ts";
import { joined } from "../paths.ts";
import { readFile } from "../text/tree.ts";
import { findKiro, type KiroFolder } from "./find.ts";
import { plansOf, referenceOf } from "./plans.ts";
import { readKiro } from "./read.ts";
import { type KiroOptions, prefix, requirementsFile } from "./types.ts";

/** Adds files that belong to no spec to the first plan; unreadable ones are told where they count. */
async function addFiles(
  from: Files,
  { plans: [own], files }: ReturnType<typeof plansOf>,
  { root, paths }: NonNullable<KiroFolder["beside"]>,
): Promise<void> {
  for (const path of paths) {
    const file = await readFile(from, root, path, []);
    if (!file) continue;
    files.push(file);
    own.files = [...(own.files ?? []), path];
  }
}

/** Returns the importer of Kiro spec folders (docs/decisions/kiro-import.md). */
export const kiroIn = (files: Files): Format<KiroFolder, KiroOptions> => ({
  prefix,
  find: (path) => findKiro(files, path),
  async read({ path, prefix: before, beside, ...place }, options) {
    const source = await readKiro(files, path, options);
    const notices = source.notUnderstood.map((notice) => ({ ...notice, file: `${before}${notice.file}` }));
    if (source.specs.length === 0) {
      throw new NotImportable(
        `${joined(path, requirementsFile)} holds no requirement, so nothing was made. Write one under a heading like "### Requirement 1: Title", then import again.`,
        { notices },
      );
    }
    const criteria = source.specs.reduce((sum, spec) => sum + spec.criteria, 0);
    const without = options.tasks === "none" && source.tasks ? ["tasks"] : [];
    const leftOut = [...without, ...source.withoutContext].map((part) => referenceOf(place.name, part));
    const made = plansOf(source, place);
    if (beside) await addFiles(files, made, beside);
    return { ...made, criteria, notices, leftOut };
  },
});
