// XML 1.0, in which Jira keeps and exports texts, has no place for most of these.
const unprintable = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** The text with U+FFFD for lone surrogates and for characters that can't be stored. */
export function clean(text: string): string {
  return text.toWellFormed().replace(unprintable, "\uFFFD");
}
