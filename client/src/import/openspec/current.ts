import type { Files } from "../files.ts";
import type { ImportedPlan, ImportedSpec, Parsed } from "../format.ts";
import { joinWithin } from "../text/budget.ts";
import { trimBlankLines } from "../text/markdown.ts";
import { fitName } from "../text/names.ts";
import { contextSources, readFiles } from "../text/plan-files.ts";
import { referenceOf, specsReference } from "./references.ts";
import { criteriaIn, unknownSections } from "./requirements.ts";
import { specFile } from "./spec-file.ts";

/** The current specs as a source of the import, with every file that belongs to no change. */
export interface CurrentSource {
  reference: typeof specsReference;
  root: string;
  files: readonly string[];
  /** Files that are kept, but read elsewhere or not at all. */
  keptFiles: readonly string[];
  parent: string | null;
}

const SPEC = /^openspec\/specs\/(.+?)(?:\/spec)?\.md$/u;

/** Reads the specs of all capabilities, one for each, which describe what is built. */
export async function readCurrent(
  from: Files,
  { root, files, keptFiles, parent }: CurrentSource,
): Promise<Parsed> {
  const read = await readFiles(from, root, files);
  const kept = await readFiles(from, root, keptFiles, () => true);
  const { texts, notices } = read;
  notices.push(...kept.notices);
  const specs: ImportedSpec[] = [];
  const others: string[] = [];
  for (const file of files) {
    const text = texts.get(file);
    const capability = SPEC.exec(file)?.[1];
    const parsed = text && capability !== undefined ? specFile(text) : null;
    if (!text || !parsed || capability === undefined || parsed.requirements.length === 0) {
      others.push(file);
      continue;
    }
    notices.push(...unknownSections(file, parsed));
    const content = joinWithin([{ file, line: 0, text: trimBlankLines([...text.lines]) }], notices);
    const title = fitName(capability).name || "Capability";
    const externalRef = referenceOf("specs", capability);
    specs.push({ externalRef, title, content, status: "DONE", source: { path: file } });
  }
  const all = [...read.files, ...kept.files];
  const own: ImportedPlan = {
    externalRef: specsReference,
    name: "Current specs",
    status: specs.length > 0 ? "BUILDING" : "PLANNING",
    specs,
    sources: contextSources(read, others, (file) =>
      /\.md$/iu.test(file)
        ? { externalRef: referenceOf("specs", "files", file.slice("openspec/".length)), kind: "note" }
        : "it is no part of the specs that planners read; an export gives it back",
    ),
    files: all.map(({ path }) => path),
  };
  if (parent !== null) own.parentExternalRef = parent;
  return { plans: [own], criteria: criteriaIn(specs), notices, files: all };
}
