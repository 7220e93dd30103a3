/** Replaces request fields by this page's options. */
export const inOurWords = (sentence: string): string =>
  sentence
    .replace(/Push with `onGone: [^.]+\./, "Choose what to do with it, then push.")
    .replace(
      /Push with `includeDone: true` to take (it|them)\./,
      "Choose “Include finished specs” to take $1.",
    )
    .replace(/([Pp])ush with `onConflict: "overwrite"`/, "$1ush with “Write the plan's version”");
