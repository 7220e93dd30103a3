/** Stands in for hidden text, so that the words around it stay apart and the sentence keeps its length in words. */
export const HIDDEN = "\uFFFC";

// Most lines hold none of these signs; looking for a class of them takes a fraction of the time of the second expression.
const SIGN = /[`<["“「『~(:]/;
const MAY_HIDE = /[`<["“「『~]|:\/\/|\w\(/;

// Matches HTML, links and images, the arguments of a call like `read(path?)`, addresses, quotations and struck text.
// Each part ends before its opening mark comes again, so that no text is read twice.
const PARTS =
  /<[a-z/!?][^<>]*>|!?\[[^[\]]*\]\([^()]*\)|(?<=\w)\([^()]*\)|https?:\/\/\S+|"[^"]*"|“[^“”]*”|「[^「」]*」|『[^『』]*』|~~[^~]*~~/gi;

/** Returns a line of markdown without everything that its author only mentions: code, links, quotations, markup. */
export function plainText(line: string): string {
  if (!SIGN.test(line) || !MAY_HIDE.test(line)) return line;
  return hideCode(line).replace(PARTS, HIDDEN);
}

/** Hides code spans: a run of backticks, up to the next run of the same length (CommonMark 0.31.2, section 6.1). */
function hideCode(line: string): string {
  if (!line.includes("`")) return line;
  // The runs stand between the texts, at odd places.
  const parts = line.split(/(`+)/);
  const ends = new Map<number, number>();
  const nextOfLength = new Map<number, number>();
  for (let at = parts.length - 2; at > 0; at -= 2) {
    const length = parts[at]?.length ?? 0;
    ends.set(at, nextOfLength.get(length) ?? 0);
    nextOfLength.set(length, at);
  }
  let plain = "";
  for (let at = 0; at < parts.length; at++) {
    const end = ends.get(at) ?? 0;
    plain += end > 0 ? HIDDEN : parts[at];
    if (end > 0) at = end;
  }
  return plain;
}
