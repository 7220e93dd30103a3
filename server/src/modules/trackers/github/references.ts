import type { ReferenceForms } from "../references.ts";

/**
 * Finds `#12`, `owner/repo#12`, `GH-12`, character references to `#`, and URLs of issues, pull requests and
 * discussions, which GitHub would report on the other page. Excludes link targets, attributes and `&#12;`.
 * Closing keywords do nothing without an issue.
 */
export const githubReferences: ReferenceForms = {
  prefix:
    /(?:(?<!\]\(|<[a-z][^<>]{0,200}=["']|(?<!\\)&(?=#\d{1,7};))#|(?<!\\)&(?:#0*35|#x0*23|num);|(?<![a-z\d])GH-)(?=\d+(?![a-z\d])|&#)/gi,
  address: /(\/(?:issues|pull|discussions)\/)(\d)(?=\d*(?![a-z\d]))/gi,
};
