import { diffArrays } from "diff";

/** A part of a text that is settled, or that two sides changed in different ways. */
export type Place =
  | { kind: "settled"; text: string }
  | { kind: "open"; base: string; yours: string; current: string };

/** The lines `from` to `to` of the base, which became `lines`. */
interface Change {
  from: number;
  to: number;
  lines: string[];
}

/** The most changes that are looked for; texts that differ in more are one open place. */
const mostEdits = 5_000;

/**
 * Cuts a text that two sides changed into what is settled, because one side changed it or both alike, and what a person
 * has to decide. Joined by line ends, the places are the whole text.
 */
export function placesOf(base: string, yours: string, current: string): Place[] {
  const lines = base.split("\n");
  const mine = changesOf(lines, yours.split("\n"));
  const theirs = changesOf(lines, current.split("\n"));
  const whole: Place[] = [{ kind: "open", base, yours, current }];
  if (!mine || !theirs) return whole;
  const places: Place[] = [];
  let at = 0;
  const settle = (settled: readonly string[]) => {
    const last = places.at(-1);
    if (settled.length === 0) return;
    if (last?.kind === "settled") last.text += `\n${settled.join("\n")}`;
    else places.push({ kind: "settled", text: settled.join("\n") });
  };
  for (const { from, to } of joined([...mine, ...theirs])) {
    settle(lines.slice(at, from));
    at = to;
    const before = lines.slice(from, to);
    const [my, their] = [applied(lines, mine, from, to), applied(lines, theirs, from, to)];
    if (isSame(my, their) || isSame(their, before)) settle(my);
    else if (isSame(my, before)) settle(their);
    else
      places.push({ kind: "open", base: before.join("\n"), yours: my.join("\n"), current: their.join("\n") });
  }
  settle(lines.slice(at));
  return places.some(({ kind }) => kind === "open") ? places : whole;
}

/** Returns the ranges that changes cover, where those that meet are one. */
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

/** The side that a person chose for an open place. */
export type Choice = "yours" | "current" | "both";

/** Returns the whole text with what was chosen for each open place, in order. */
export function textOf(places: readonly Place[], choices: readonly (Choice | undefined)[]): string {
  let open = 0;
  return places
    .flatMap((place) => {
      if (place.kind === "settled") return [place.text];
      const choice = choices[open++] ?? "yours";
      const sides = choice === "both" ? [place.current, place.yours] : [place[choice]];
      // A side that took the lines away has none.
      return sides.filter((side) => side !== "" || place.base === "");
    })
    .join("\n");
}
