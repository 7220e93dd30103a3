/**
 * Tests whether `row` is the delimiter row of a table with this header (GitHub Flavored Markdown, section
 * 4.10).
 */
export function isTableDelimiter(header: string, row: string): boolean {
  if (!row.includes("|") || !/^[-|: \t]+$/.test(row)) return false;
  const cells = withoutOuterPipes(row).split("|");
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim())) && cells.length === cellCount(header);
}

function cellCount(row: string): number {
  const text = withoutOuterPipes(row);
  let count = 1;
  for (let at = text.indexOf("|"); at !== -1; at = text.indexOf("|", at + 1)) {
    if (text[at - 1] !== "\\") count++;
  }
  return count;
}

function withoutOuterPipes(row: string): string {
  const text = row.trim();
  const from = text.startsWith("|") ? 1 : 0;
  const closed = text.length > from && text.endsWith("|") && !text.endsWith("\\|");
  return text.slice(from, closed ? -1 : undefined);
}
