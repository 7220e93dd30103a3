/** Rewrites the service's sentence about a push body so that it names this command's flags. */
export const inOurWords = (sentence: string): string =>
  sentence.replace(/`(?:onConflict|onGone): "(\w+)"`/g, "`--$1`");
