/** Rewords a sentence of the service to name commands and flags instead of requests and fields. */
export const inOurWords = (sentence: string): string =>
  sentence
    .replace(/`(?:onConflict|onGone): "(\w+)"`/g, "`--$1`")
    .replace("`includeDone: true`", "`--include-done`")
    .replace(/`fields` of `PUT \/v1\/projects\/[^`]*\/tracker`/g, "`groundplan tracker set --field`")
    .replace(/`PUT \/v1\/projects\/[^`]*\/tracker`/g, "`groundplan tracker set`")
    .replace(/`PATCH \/v1\/mcp-servers\/([^`]*)`/g, "`groundplan mcp-servers edit $1`")
    .replace(/`((?:GET|POST|PUT|PATCH|DELETE) \/v1\/)/g, "`groundplan api $1")
    .replace(/an `apiKey`/g, "a key, by `--key-file`")
    .replace(/`(transferPlansTo|onConflict|rotateSecret)`/g, (_, field: string) => `\`${ofOptions[field]}\``)
    .replace("Check the address and the handle.", "Check the handle and the project.");

const ofOptions: Record<string, string> = {
  transferPlansTo: "--transfer-plans-to",
  onConflict: "--on-conflict",
  rotateSecret: "--new-secret",
};

/** Returns the words for a field of a body, such as `due date` for `/specs/0/dueDate`. */
export function fieldInOurWords(path: string): string {
  const name = path.split("/").findLast((part) => part !== "" && !/^\d+$/.test(part)) ?? "";
  const known = ofFields[name] ?? name.replace(/(?:User)?Ids?$|ShortIds?$/, "");
  return known.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

const ofFields: Record<string, string> = {
  content: "the text",
  markdown: "the text",
  body: "the text",
  needsFirst: "needs",
  q: "the words",
};

/** Messages that the service explains by fields only. */
const ofAll: Record<string, string> = {
  revision_conflict: "Somebody changed the same lines meanwhile, so that the changes can't be merged.",
};

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
  ofAll[code] ?? (process.env.GROUNDPLAN_API_KEY?.trim() ? ofKey : ofLogin)[code];
