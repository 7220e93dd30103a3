import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import type { ImportedSpec, Notice } from "../format.ts";
import { joinWithin } from "../text/budget.ts";
import { fitName } from "../text/names.ts";
import { placeOf, type SourceText } from "../text/source-text.ts";
import { isRenamed, type SpecFile } from "./spec-file.ts";

interface RequirementOptions {
  /** The folder of the file below `specs`. */
  capability: string;
  referenceOf: (id: string) => string;
  /** Absent if the source says nothing about it. */
  status: ImportedSpec["status"];
}

/** Returns the specs of a change's requirements, and tells repeated names and sections that aren't the format's. */
export function requirementSpecs(
  source: SourceText,
  parsed: SpecFile,
  { capability, referenceOf, status }: RequirementOptions,
  unique: (id: string) => string,
  notices: Notice[],
): ImportedSpec[] {
  const file = source.path;
  notices.push(...unknownSections(file, parsed));
  return parsed.requirements.flatMap((requirement) => {
    const { name, text, from, to, section } = requirement;
    const id = `${capability}/${isRenamed(requirement) ? "RENAMED/" : ""}${name}`;
    const reference = unique(id);
    if (reference !== id) {
      const why = "a second requirement of this name: imported beside the other";
      notices.push({ file, line: from + 1, text: name, why });
    }
    const parts = [`Capability: ${capability}`, section, text].map((part) => ({
      file,
      line: from,
      text: part,
    }));
    const content = joinWithin(parts, notices);
    const title = fitName(name);
    if (title.problem !== "") notices.push({ file, line: from + 1, text: name, why: "shortened to a title" });
    const spec: ImportedSpec = {
      externalRef: referenceOf(reference),
      title: title.name || "Requirement",
      content,
      source: placeOf(source, from, to),
    };
    if (status) spec.status = status;
    return [spec];
  });
}

export const unknownSections = (file: string, { unknown }: SpecFile): Notice[] =>
  unknown.map(({ line, title }) => ({
    file,
    line: line + 1,
    text: title,
    why: "no section of the format: kept as it is",
  }));

/** Returns the number of criteria in specs. */
export const criteriaIn = (specs: readonly ImportedSpec[]): number =>
  specs.reduce((sum, { content = "" }) => sum + acceptanceCriteria(content).length, 0);
