import type { ReferenceForms } from "../references.ts";

/** Finds keys, also emphasized as `_PROJ-12_`, and their URLs. */
export const jiraReferences: ReferenceForms = {
  prefix: /(?<![\w/-])_*[A-Z][A-Z0-9_]+-(?=\d+(?![A-Za-z0-9-]))/g,
  address: /(\/browse\/[A-Z][A-Z0-9_]+-)(\d)/gi,
};
