// XML 1.0, in which Jira keeps and exports texts, has no place for these.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** The text with U+FFFD for lone surrogates and for characters that can't be stored. */
export function clean(text: string): string {
  return text.toWellFormed().replace(unprintable, "\uFFFD");
}
