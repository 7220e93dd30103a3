/**
 * Returns a test whether a fence that opens at a line is closed further down, by a line of as many of its signs. One
 * pass from the end knows the longest such line below each line, so that many open fences cost no more than one.
 */
export function closingFences(trimmed: readonly string[]): (line: number, mark: string) => boolean {
  const longest = { "`": new Uint32Array(trimmed.length + 1), "~": new Uint32Array(trimmed.length + 1) };
  for (let line = trimmed.length - 1; line >= 0; line--) {
    const own = trimmed[line] ?? "";
    for (const sign of ["`", "~"] as const) {
      const length = own.startsWith(sign.repeat(3)) && own === sign.repeat(own.length) ? own.length : 0;
      longest[sign][line] = Math.max(length, longest[sign][line + 1] ?? 0);
    }
  }
  return (line, mark) => (longest[mark.startsWith("`") ? "`" : "~"][line + 1] ?? 0) >= mark.length;
}

/** Returns the last line that ends an HTML comment; a comment that begins below it is never closed. */
export const lastCommentEnd = (trimmed: readonly string[]) =>
  trimmed.findLastIndex((line) => line.includes("-->"));

/** Returns the number of lines of YAML front matter: between two lines of dashes at the beginning, nothing but YAML. */
export function endOfFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/u.test(line));
  const isYaml = (line: string) =>
    /^(?:[\p{L}_][\p{L}\p{N}_ .-]{0,60}:(?:\s.*)?|\s+.*|-\s+[^[].*|#.*|)$/su.test(line);
  return end > 1 && lines.slice(1, end).every(isYaml) ? end + 1 : 0;
}
