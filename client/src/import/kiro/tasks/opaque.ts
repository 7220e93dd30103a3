/**
 * Returns a test for closed fences. One pass from the end records the longest closing run below each line, so
 * open fences stay cheap.
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

/** Returns the last line that ends an HTML comment; comments below it are never closed. */
export const lastCommentEnd = (trimmed: readonly string[]) =>
  trimmed.findLastIndex((line) => line.includes("-->"));

/** Returns the number of front matter lines: only YAML between two lines of dashes at the start. */
export function endOfFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/u.test(line));
  const isYaml = (line: string) =>
    /^(?:[\p{L}_][\p{L}\p{N}_ .-]{0,60}:(?:\s.*)?|\s+.*|-\s+[^[].*|#.*|)$/su.test(line);
  return end > 1 && lines.slice(1, end).every(isYaml) ? end + 1 : 0;
}
