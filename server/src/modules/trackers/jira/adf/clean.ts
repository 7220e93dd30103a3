// Jira keeps and exports texts in XML 1.0, which has no place for most of these.
const unprintable = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Returns the text with U+FFFD for lone surrogates and for characters that can't be stored. */
export function clean(text: string): string {
  return text.toWellFormed().replace(unprintable, "\uFFFD");
}
