const item = /^(\s*(?:>\s?)*)([-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/;
const startsBlock = /^(#{1,6} |[-*+] |\d+[.)] |> |```|\| |---$)/;

/**
 * Returns Markdown as it fits between the parts of a line: blocks begin on lines of their own, and within an
 * item or a quote they belong to it.
 */
export function fit(markdown: string, before: string, after: string): string {
  if (!markdown.includes("\n") && !startsBlock.test(markdown)) return markdown;
  const marker = item.exec(before)?.[0] ?? "";
  const quote = /^\s*(?:>\s?)+/.exec(before)?.[0] ?? "";
  const isEmpty = before.slice(Math.max(marker.length, quote.length)).trim() === "";
  // A list that is pasted into an empty item goes on with it.
  const isContinued = marker !== "" && isEmpty && item.test(markdown);
  const outer = marker === "" ? quote || (/^\s*/.exec(before)?.[0] ?? "") : (item.exec(before)?.[1] ?? "");
  const indent = marker === "" || isContinued ? outer : outer + " ".repeat(marker.length - outer.length);
  const lines = (isContinued ? markdown.replace(item, "") : markdown).split("\n");
  const whole = lines.map((line, at) => (at === 0 || line === "" ? line : indent + line)).join("\n");
  const begins = isEmpty ? "" : `\n${indent.trimEnd()}\n${indent}`;
  return begins + whole + (after.trim() === "" ? "" : `\n\n${indent}`);
}
