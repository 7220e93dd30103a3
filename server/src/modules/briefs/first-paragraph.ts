/** Characters of a paragraph; a longer one is cut. */
const most = 1000;

/** Returns a text's first paragraph, without the headings before it. */
export function firstParagraph(markdown: string): string {
  for (const block of markdown.split(/\n[ \t]*\n/)) {
    const lines = block.trim().split("\n");
    const start = lines.findIndex((line) => !/^ {0,3}#{1,6}(\s|$)/.test(line));
    const text = start === -1 ? "" : lines.slice(start).join("\n").trim();
    if (text !== "") return text.length > most ? `${text.slice(0, most).toWellFormed().trimEnd()} …` : text;
  }
  return "";
}
