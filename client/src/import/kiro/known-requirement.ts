import { readCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { criteriaHeading } from "./requirements/criteria-heading.ts";
import type { KnownRequirement } from "./tasks/types.ts";
import type { ImportedSpec } from "./types.ts";

/** Returns a requirement as tasks name it, with the full text of its identified criteria. */
export function knownRequirement({ ref, number, title, content }: ImportedSpec): KnownRequirement {
  const heading = content.split("\n").lastIndexOf(criteriaHeading) + 1;
  const criteria = readCriteria(content).criteria.flatMap(({ id, text, line }) =>
    id !== null && text !== "" && line > heading ? [{ id, text }] : [],
  );
  return { ref, number, title, criteria };
}
