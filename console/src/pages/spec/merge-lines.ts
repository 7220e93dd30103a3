import { diffArrays } from "diff";

/** A merged range, or a conflict. */
export type MergedRange =
  | { kind: "settled"; text: string }
  | { kind: "open"; base: string; yours: string; current: string };

/** Lines `from` to `to` of the base, replaced by `lines`. */
interface Change {
  from: number;
  to: number;
  lines: string[];
}

/** The edit limit, above which the whole text is one conflict. */
const mostEdits = 5_000;

/**
 * Merges three texts by lines: changes by one side, or alike by both, are settled. Joined by line breaks, the
 * ranges are the whole text.
 */
export function mergeLines(base: string, yours: string, current: string): MergedRange[] {
  const lines = base.split("\n");
  const mine = changesOf(lines, yours.split("\n"));
  const theirs = changesOf(lines, current.split("\n"));
  const whole: MergedRange[] = [{ kind: "open", base, yours, current }];
  if (!mine || !theirs) return whole;
  const ranges: MergedRange[] = [];
  let at = 0;
  const settle = (settled: readonly string[]) => {
    const last = ranges.at(-1);
    if (settled.length === 0) return;
    if (last?.kind === "settled") last.text += `\n${settled.join("\n")}`;
    else ranges.push({ kind: "settled", text: settled.join("\n") });
  };
  for (const { from, to } of joined([...mine, ...theirs])) {
    settle(lines.slice(at, from));
    at = to;
    const before = lines.slice(from, to);
    const [my, their] = [applied(lines, mine, from, to), applied(lines, theirs, from, to)];
    if (isSame(my, their) || isSame(their, before)) settle(my);
    else if (isSame(my, before)) settle(their);
    else
      ranges.push({ kind: "open", base: before.join("\n"), yours: my.join("\n"), current: their.join("\n") });
  }
  settle(lines.slice(at));
  return ranges.some(({ kind }) => kind === "open") ? ranges : whole;
}

/** Merges touching ranges. */
function joined(changes: readonly Change[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { from, to } of changes.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = ranges.at(-1);
    if (last && last.to >= from) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  return ranges;
}

function applied(base: readonly string[], changes: readonly Change[], from: number, to: number): string[] {
  const lines: string[] = [];
  let at = from;
  for (const change of changes.filter((one) => one.from >= from && one.to <= to)) {
    lines.push(...base.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return [...lines, ...base.slice(at, to)];
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((line, index) => line === b[index]);

function changesOf(base: string[], side: string[]): Change[] | null {
  const parts = diffArrays(base, side, { maxEditLength: mostEdits });
  if (!parts) return null;
  const changes: Change[] = [];
  let at = 0;
  let open: Change | null = null;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) open = null;
    else if (!open) {
      open = { from: at, to: at, lines: [] };
      changes.push(open);
    }
    if (!added) at += value.length;
    if (open && added) open.lines.push(...value);
    if (open && removed) open.to = at;
  }
  return changes;
}

export type Choice = "yours" | "current" | "both";

/** Returns the text with all conflicts resolved in order. */
export function textOf(places: readonly MergedRange[], choices: readonly (Choice | undefined)[]): string {
  let open = 0;
  return places
    .flatMap((place) => {
      if (place.kind === "settled") return [place.text];
      const choice = choices[open++] ?? "yours";
      const sides = choice === "both" ? [place.current, place.yours] : [place[choice]];
      // A side that deleted the lines contributes none.
      return sides.filter((side) => side !== "" || place.base === "");
    })
    .join("\n");
}
