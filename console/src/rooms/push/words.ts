/** Rewrites a sentence of the service so that it names choices of this room where it names fields of a request. */
export const inOurWords = (sentence: string): string =>
  sentence
    .replace(/Push with `onGone: [^.]+\./, "Choose what becomes of it, then push.")
    .replace(/Push with `includeDone: true` to take (it|them)\./, "Choose “Finished specs, too” to take $1.")
    .replace(/([Pp])ush with `onConflict: "overwrite"`/, "$1ush with “Write what the plan says”");
