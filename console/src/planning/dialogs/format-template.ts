/** The first fenced Markdown block below the "Template" heading. */
const template = /^## Template[ \t]*$[\s\S]*?^(~{3,}|`{3,})(?:markdown|md)?[ \t]*\n([\s\S]*?)^\1[ \t]*$/m;

export const templateOf = (format: string): string | null =>
  template.exec(format.replaceAll("\r\n", "\n"))?.[2]?.trimEnd() || null;
