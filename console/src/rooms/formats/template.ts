/** The first block of markdown below the heading of the template, however it is fenced. */
const template = /^## Template[ \t]*$[\s\S]*?^(~{3,}|`{3,})(?:markdown|md)?[ \t]*\n([\s\S]*?)^\1[ \t]*$/m;

/** Returns the text that a format gives to begin with; null for a format that has none. */
export const templateOf = (format: string): string | null =>
  template.exec(format.replaceAll("\r\n", "\n"))?.[2]?.trimEnd() || null;
