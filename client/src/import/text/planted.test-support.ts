import fc from "fast-check";

/** Unexpected forms of lines; `$` stands for a word to be found again. */
const forms = [
  "$",
  "- $",
  "* [?] $",
  "> $",
  "## $",
  "##### $",
  "### Requirement: $",
  "#### Scenario: $",
  "### User Story 7 - $ (Priority: P1)",
  "## ADDED Requirements",
  "1. $",
  "9.9 $",
  "- [ ] $",
  "  - [x] $",
  "- [/] 7. $",
  "- [x] T077 [P] [US1] $ (depends on T001)",
  "<!-- $ -->",
  "<!-- AC:BEGIN -->",
  "<!-- SECTION:PLAN:END -->",
  "| $ | $ |",
  "    $",
  "\t$",
  "**$**:",
  "- **FR-077**: $",
  "$: x",
  "---",
  "```",
  "`$`",
  "",
];

/** For tests: lines to be planted, with their places. */
export const planted = fc.array(fc.record({ form: fc.constantFrom(...forms), at: fc.nat() }), {
  minLength: 1,
  maxLength: 6,
});

/** For tests: returns a text with planted lines. */
export function withPlanted(text: string, lines: readonly { form: string; at: number }[]): string {
  const all = text.split("\n");
  for (const [index, { form, at }] of lines.entries())
    all.splice(at % (all.length + 1), 0, form.replaceAll("$", `planted${index}x`));
  return all.join("\n");
}
