/** Rewords a sentence of the service to name commands and flags instead of requests and fields. */
export const inOurWords = (sentence: string): string =>
  sentence
    .replace(/`(?:onConflict|onGone): "(\w+)"`/g, "`--$1`")
    .replace("`includeDone: true`", "`--include-done`")
    .replace(/`((?:GET|POST|PUT|PATCH|DELETE) \/v1\/)/g, "`groundplan api $1")
    .replace("Check the address and the handle.", "Check the handle and the project.");

/** Messages about a key, which the service explains by headers only. */
const ofKey: Record<string, string> = {
  unauthorized:
    "The service does not take the key in GROUNDPLAN_API_KEY: it is unknown, revoked or expired. Make another one with `groundplan admin key create`, then export it.",
  insufficient_scope:
    "The key in GROUNDPLAN_API_KEY may only read. Make one with `groundplan admin key create --scope write`, then export it.",
};

/** The same for a login. */
const ofLogin: Record<string, string> = {
  unauthorized:
    "The service does not take this login: it was ended, or you were removed. Run `groundplan login`.",
  insufficient_scope: "This login may only read. Run `groundplan login` for one that may write.",
};

/** Returns the command's own message for a refusal; undefined if the service's is right. */
export const ownSentence = (code: string): string | undefined =>
  (process.env.GROUNDPLAN_API_KEY?.trim() ? ofKey : ofLogin)[code];
