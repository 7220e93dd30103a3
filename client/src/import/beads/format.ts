import { type Files, whole } from "../files.ts";
import { type Format, NotImportable } from "../format.ts";
import { above, joined, nameOf } from "../paths.ts";
import { beads } from "./index.ts";
import { type BeadsSource, findIssues } from "./issues-file.ts";
import { readBeads } from "./read.ts";

/** Returns the importer of beads' issues (docs/decisions/beads-import.md). */
export const beadsIn = (files: Files): Format<BeadsSource> => ({
  prefix: beads.prefix,
  async find(path) {
    const found = await findIssues(files, path);
    if (!found)
      throw new NotImportable(
        `${path} has no issues of beads: run \`bd export -o .beads/issues.jsonl\`, then give the folder that holds .beads, or that file.`,
      );
    const file = joined(found.root, found.path);
    const read = await files.read(above(whole(files, file)), nameOf(file));
    if ("problem" in read)
      throw new NotImportable(`${file} ${read.problem}: make it readable, then import again.`);
    const source = { reference: beads.prefix, ...found, name: nameOf(found.root), bytes: read.bytes };
    return { root: null, sources: [source], notices: [] };
  },
  read: (source) => readBeads(files, source),
});
