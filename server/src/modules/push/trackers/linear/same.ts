/*
 * Linear keeps a document and not the text, so that what comes back means the same in other characters: bullets,
 * escapes, fences, tables' padding and empty lines change, HTML comments go. Texts are compared by what is left
 * without them: the words in their order, boxes ticked or not, and punctuation that markdown has no use for.
 */

/** Whether two markdown texts say the same. Takes linear time. */
export const sameMarkdown = (one: string, other: string) => essence(one) === essence(other);

/** Whether two titles are the same but for white space. */
export const sameLine = (one: string, other: string) => spaced(one.normalize()) === spaced(other.normalize());

function essence(markdown: string): string {
  const lines = withoutComments(markdown.normalize().replace(/\r\n?/g, "\n"))
    .replace(/\p{Cf}|\ufe0f/gu, "")
    .replace(tag, " ")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .split("\n")
    .map((line) =>
      withoutMark(line.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name) => entities[name] ?? "")),
    );
  const plain = lines.join("\n").replace(/\[([^[\]\n]{1,2000})\]\(<?\1>?\)/g, "$1");
  return spaced(plain.replaceAll("|", " ").replace(/[\\*_~`#>[\]<]/g, ""));
}

/** HTML that people write in markdown, and that Linear may leave out; other angle brackets are words. */
const tag = /<\/?(?:a|b|br|details|div|em|i|img|kbd|p|span|strong|sub|summary|sup|u)(?:\s[^<>]*)?\/?>/gi;

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  "#39": "'",
};

/** Without what makes a line a quote, a list's item or a heading; a rule or a fence leaves nothing. */
function withoutMark(line: string): string {
  const rest = line.trim();
  if (/^[-=*_|:+ \t]+$/.test(rest)) return "";
  let at = 0;
  const mark = /(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|#{1,6}(?=\s))\s*/y;
  for (mark.lastIndex = 0; mark.test(rest); ) at = mark.lastIndex;
  const text = rest.slice(at).replace(/^\[([ xX])\](?=\s)/, (_, box) => (box === " " ? "☐" : "☑"));
  return text;
}

/** One that does not end is no comment here. */
function withoutComments(text: string): string {
  let left = "";
  let at = 0;
  for (;;) {
    const start = text.indexOf("<!--", at);
    const end = start < 0 ? -1 : text.indexOf("-->", start + 4);
    if (end < 0) return left + text.slice(at);
    left += text.slice(at, start);
    at = end + 3;
  }
}

const spaced = (text: string) => text.replace(/\s+/g, " ").trim();
