import MarkdownIt from "markdown-it";
import { parseKiro } from "./parse.ts";
import { plansOf } from "./plans.ts";
import type { KiroImport } from "./types.ts";

const markdown = new MarkdownIt("commonmark");

/**
 * For tests: returns the numbered items under the "Acceptance Criteria" heading of a content, read by a full parser.
 */
export function criteriaOf(content: string): string[] {
  const tokens = markdown.parse(content, {});
  const start = tokens.findIndex(
    ({ type, content, level }) => type === "inline" && level === 1 && content === "Acceptance Criteria",
  );
  const items: string[] = [];
  let list = "";
  for (const [index, token] of tokens.entries()) {
    if (start < 0 || index < start) continue;
    if (token.level === 0 && token.type.endsWith("_list_open")) list = token.type;
    if (list !== "ordered_list_open" || token.level !== 1 || token.type !== "list_item_open") continue;
    items.push(tokens[index + 2]?.type === "inline" ? (tokens[index + 2]?.content ?? "") : "");
  }
  return items;
}

/** For tests: returns all text of an import that is sent to the service, without titles that repeat the spec's text. */
export const sentText = ({ plan, specs }: KiroImport) =>
  [
    plan.name,
    plan.description,
    ...specs.flatMap(({ title, titleFrom, content }) =>
      titleFrom === "heading" ? [title, content] : content,
    ),
  ].join("\n");

/** For tests: parses a `requirements.md` with other files and a folder's name. */
export const parse = (text: string, others: Record<string, string> = {}, name = "") =>
  parseKiro({ "requirements.md": text, ...others }, name);

/** For tests: returns the plans of a folder without its files. */
export const plansOfFolder = (made: KiroImport, name = "shop", root: string | null = null) =>
  plansOf({ ...made, files: [] }, { name, base: "", root }).plans;

/** Tests use this small document of the format. */
export const small = `# Requirements Document

## Introduction
A shop.

## Requirements

### Requirement 1: Cart
**Objective:** As a buyer, I want a cart.

#### Acceptance Criteria
1. WHEN a THEN b
2. IF c THEN d

### Requirement 2: Paying

#### Acceptance Criteria
1. e
`;
