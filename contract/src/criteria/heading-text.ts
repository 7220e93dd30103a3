/** Returns the text of an ATX heading without its hashes. Takes linear time. */
export function headingText(line: string): string {
  const text = line
    .trim()
    .replace(/^#{1,6}(?=[ \t])/, "")
    .trim();
  let end = text.length;
  while (text[end - 1] === "#") end--;
  const isClosed = end < text.length && (end === 0 || text[end - 1] === " " || text[end - 1] === "\t");
  return isClosed ? text.slice(0, end).trimEnd() : text;
}
