import type { ReferenceForms } from "../references.ts";

/** Finds identifiers, `ENG-12`, and their URLs, from which Linear creates relations. */
export const linearReferences: ReferenceForms = {
  prefix: /(?<![A-Za-z0-9/-])[A-Z][A-Z0-9]*-(?=\d+(?![A-Za-z0-9-]))/g,
  address: /(\/issue\/[A-Z][A-Z0-9]*-)(\d)/gi,
};
