// XML 1.0, in which Jira stores texts, excludes most of these.
const unprintable = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Uses U+FFFD, also for lone surrogates. */
export function clean(text: string): string {
  return text.toWellFormed().replace(unprintable, "\uFFFD");
}
