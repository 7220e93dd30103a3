import type { ReferenceForms } from "../references.ts";

/**
 * Finds `#12`, `owner/repo#12` and `GH-12`, also where the number sign is written as a character reference, and
 * addresses of issues, pull requests and discussions. Closing words close nothing where no issue is named. GitHub
 * tells what it finds on the other issue's page ("mentioned this"). The target of a link or of a tag's attribute and
 * a character reference, `&#12;`, name none.
 */
export const githubReferences: ReferenceForms = {
  prefix:
    /(?:(?<!\]\(|<[a-z][^<>]{0,200}=["']|(?<!\\)&(?=#\d{1,7};))#|(?<!\\)&(?:#0*35|#x0*23|num);|(?<![a-z\d])GH-)(?=\d+(?![a-z\d])|&#)/gi,
  address: /(\/(?:issues|pull|discussions)\/)(\d)(?=\d*(?![a-z\d]))/gi,
};
