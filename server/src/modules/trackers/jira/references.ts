import type { ReferenceForms } from "../references.ts";

/** Finds keys of issues, `PROJ-12`, also in emphasis, `_PROJ-12_`, and the addresses that lead to them. */
export const jiraReferences: ReferenceForms = {
  prefix: /(?<![\w/-])_*[A-Z][A-Z0-9_]+-(?=\d+(?![A-Za-z0-9-]))/g,
  address: /(\/browse\/[A-Z][A-Z0-9_]+-)(\d)/gi,
};
