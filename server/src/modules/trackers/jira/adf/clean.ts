// Jira stores and exports XML 1.0, which excludes most of these.
const unprintable = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Replaces lone surrogates and unstorable characters with U+FFFD. */
export function clean(text: string): string {
  return text.toWellFormed().replace(unprintable, "\uFFFD");
}
