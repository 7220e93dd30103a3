/** Words that begin an EARS or Gherkin criterion outside of a list, in capitals or bold. */
const begins = /^(?:[*_]{1,3})?(?:WHEN|IF|WHILE|WHERE|GIVEN|(?<=[*_])(?:When|If|While|Where|Given))\b/u;
/** Words of the outcome, after which another criterion may begin. */
const concludes = /\b(?:THEN|SHALL|MUST|Then|shall|must)\b/u;

const marker =
  /^(?:[0-9]{1,9}[.)]\s+)?(?:\[[ xX]\]\s+)?(?:(?:\*\*|__)?[A-Z]{1,6}[-_ ]?[0-9][0-9.-]*(?:\*\*|__)?[:：](?:\*\*|__)?\s*)?/u;

/** Tests whether a list item begins or concludes like a criterion. */
export const readsAsCriterion = (item: string) =>
  concludes.test(item) || begins.test(item.trimStart().replace(marker, ""));

/** Returns the first line in `[from, to)` of a criterion that also concludes there; null if none. */
export function scenarioStart(lines: readonly string[], from: number, to: number): number | null {
  for (let at = from; at < to; at++)
    if (begins.test((lines[at] ?? "").trim()))
      return lines.slice(at, to).some((line) => concludes.test(line)) ? at : null;
  return null;
}

/**
 * Numbers paragraphs such as "WHEN a card is refused THEN …", each up to the next one; null if none begins
 * so. `paragraphs` are runs of lines `[from, to)`.
 */
export function numberScenarios(
  lines: readonly string[],
  paragraphs: readonly (readonly [from: number, to: number])[],
): string | null {
  const starts = new Set<number>();
  const within = new Set<number>();
  for (const [from, to] of paragraphs) {
    let isConcluded = true;
    for (let index = from; index < to; index++) {
      const line = (lines[index] ?? "").trim();
      if (begins.test(line) && isConcluded) {
        starts.add(index);
        isConcluded = false;
      } else if (starts.has(index - 1) || within.has(index - 1)) within.add(index);
      if (concludes.test(line)) isConcluded = true;
    }
  }
  if (starts.size === 0) return null;
  let count = 0;
  let width = 0;
  return lines
    .flatMap((line, index) => {
      if (within.has(index)) return [" ".repeat(width) + withHardBreak(line)];
      if (!starts.has(index)) return [line];
      const marker = `${++count}. `;
      width = marker.length;
      const item = marker + withHardBreak(line);
      return (lines[index - 1] ?? "").trim() === "" || starts.has(index - 1) || within.has(index - 1)
        ? [item]
        : ["", item];
    })
    .join("\n");
}

/** Trims a line except for the two trailing spaces of a hard break. */
const withHardBreak = (line: string) => line.trim() + (/\S {2,}$/u.test(line) ? "  " : "");
