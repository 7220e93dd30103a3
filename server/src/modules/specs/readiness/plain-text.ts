/** Stands in for hidden text, so that the words around it stay apart and the sentence keeps its length in words. */
export const HIDDEN = "\uFFFC";

const MAY_HIDE = /[`<["“「『~]|:\/\/|\w\(/;

// Matches HTML, links and images, the arguments of a call like `read(path?)`, addresses, quotations and struck text.
// Each part ends before its opening mark comes again, so that no text is read twice.
const PARTS =
  /<[a-z/!?][^<>]*>|!?\[[^[\]]*\]\([^()]*\)|(?<=\w)\([^()]*\)|https?:\/\/\S+|"[^"]*"|“[^“”]*”|「[^「」]*」|『[^『』]*』|~~[^~]*~~/gi;

/** Returns a line of markdown without everything that its author only mentions: code, links, quotations, markup. */
export function plainText(line: string): string {
  if (!MAY_HIDE.test(line)) return line;
  return hideCode(line).replace(PARTS, HIDDEN);
}

/** Hides code spans: a run of backticks, up to the next run of the same length (CommonMark 0.31.2, section 6.1). */
function hideCode(line: string): string {
  if (!line.includes("`")) return line;
  const runs = Array.from(line.matchAll(/`+/g), ({ index, 0: run }) => ({
    index,
    length: run.length,
    end: -1,
  }));
  const nextOfLength = new Map<number, number>();
  for (const run of runs.toReversed()) {
    run.end = nextOfLength.get(run.length) ?? -1;
    nextOfLength.set(run.length, run.index + run.length);
  }
  let plain = "";
  let read = 0;
  for (const { index, end } of runs) {
    if (index < read || end === -1) continue;
    plain += line.slice(read, index) + HIDDEN;
    read = end;
  }
  return plain + line.slice(read);
}
