/** Placeholder for hidden text, which keeps words separate and the count intact. */
export const HIDDEN = "\uFFFC";

// Most lines contain none of these; the first test is a fraction of the second's time.
const SIGN = /[`<["“「『~(:]/;
const MAY_HIDE = /[`<["“「『~]|:\/\/|\w\(/;

// HTML, links, images, call arguments like `read(path?)`, addresses, quotations and strikethrough. Each part
// ends before its opener recurs, which keeps matching linear.
const PARTS =
  /<[a-z/!?][^<>]*>|!?\[[^[\]]*\]\([^()]*\)|(?<=\w)\([^()]*\)|https?:\/\/\S+|"[^"]*"|“[^“”]*”|「[^「」]*」|『[^『』]*』|~~[^~]*~~/gi;

/** Returns a line without anything merely mentioned: code, links, quotations, markup. */
export function plainText(line: string): string {
  if (!SIGN.test(line) || !MAY_HIDE.test(line)) return line;
  return hideCode(line).replace(PARTS, HIDDEN);
}

/** Hides code spans (CommonMark 0.31.2, section 6.1). */
function hideCode(line: string): string {
  if (!line.includes("`")) return line;
  // Runs of backticks are at odd indices.
  const parts = line.split(/(`+)/);
  const ends = new Map<number, number>();
  const nextOfLength = new Map<number, number>();
  for (let part = parts.length - 2; part > 0; part -= 2) {
    const length = parts[part]?.length ?? 0;
    ends.set(part, nextOfLength.get(length) ?? 0);
    nextOfLength.set(length, part);
  }
  let plain = "";
  for (let index = 0; index < parts.length; index++) {
    const end = ends.get(index) ?? 0;
    plain += end > 0 ? HIDDEN : parts[index];
    if (end > 0) index = end;
  }
  return plain;
}
