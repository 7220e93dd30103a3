import { splitCode } from "../../markdown/split-code.ts";

/** An invisible character that follows the beginning of an issue's name, so that no tracker sees one there. */
export const wordJoiner = "\u2060";

/** The patterns by which a tracker finds issues in a text. Both are global. */
export interface ReferenceForms {
  /** Matches all before the number of an issue. */
  prefix: RegExp;
  /** Matches all before the number in an address of an issue's page. */
  address: RegExp;
}

/** Matches addresses, also those that begin with their host, of which the group holds the host. */
const anyAddress =
  /(?:(?<![a-z\d])https?:\/\/|(?<![a-z\d.-]|(?<!\/)\/)((?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?\/))[^\s<>()[\]"'`]+/gi;

/**
 * Returns a markdown text in which nothing names an issue of the tracker: `#12` gets an invisible character, and in
 * addresses the number's first digit is written in another way that leads to the same page. Code stays as it is, as
 * trackers see no names there. Doing it twice changes nothing more.
 */
export function neutralize(markdown: string, forms: ReferenceForms): string {
  return splitCode(markdown)
    .flat()
    .map(({ kind, text }) => (kind === "code" ? text : neutralizeText(text, forms)))
    .join("");
}

/** Does the same for a line that is no markdown. */
export function neutralizeText(text: string, { prefix, address }: ReferenceForms): string {
  let neutral = "";
  let done = 0;
  const quiet = (part: string) => part.replace(prefix, `$&${wordJoiner}`);
  for (const { 0: found, 1: host, index } of text.matchAll(anyAddress)) {
    // A text that begins with its host may be no address.
    const quieted = host === undefined ? found : quiet(found);
    neutral += quiet(text.slice(done, index)) + quieted.replace(address, "$1%3$2");
    done = index + found.length;
  }
  return neutral + quiet(text.slice(done));
}
