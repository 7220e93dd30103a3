import { type Budget, type Change, editsBetween } from "./change.ts";

/** Lines of a text range: an equal number for equal lines, and their start offsets. */
interface Lines {
  words: number[];
  /** One more than there are lines: the last entry is the end. */
  starts: number[];
}

/** A range of lines on both sides. */
interface Range {
  a: number;
  aEnd: number;
  b: number;
  bEnd: number;
}

/** Returns line-wise differences, divided first at lines that are unique on both sides. */
export function changedLines(before: string, after: string, whole: Change, budget: Budget): Change[] {
  const numbers = new Map<string, number>();
  const a = readLines(before, whole.from, whole.to, numbers);
  const b = readLines(after, whole.start, whole.end, numbers);
  const changes: Change[] = [];
  const add = (range: Range) => void changes.push(changeOf(a, b, range));
  // A stack of ranges to compare.
  const open: { range: Range; depth: number }[] = [
    { range: { a: 0, aEnd: a.words.length, b: 0, bEnd: b.words.length }, depth: 0 },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const range = trimmed(a, b, next.range);
    if (range.a === range.aEnd && range.b === range.bEnd) continue;
    if (range.a === range.aEnd || range.b === range.bEnd || next.depth > mostCuts) {
      add(range);
      continue;
    }
    const depth = next.depth + 1;
    const between = rangesBetween(range, linesOfBoth(a, b, range));
    if (between) for (const part of between.reverse()) open.push({ range: part, depth });
    else for (const part of editsOf(a, b, range, budget)) add(part);
  }
  return changes;
}

/** Recursion limit for cuts at unique lines. */
const mostCuts = 20;

function readLines(text: string, from: number, to: number, numbers: Map<string, number>): Lines {
  const lines: Lines = { words: [], starts: [] };
  for (let index = from; index < to; ) {
    const newline = text.indexOf("\n", index);
    const end = newline < 0 || newline >= to ? to : newline + 1;
    const line = text.slice(index, end);
    let number = numbers.get(line);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(line, number);
    }
    lines.words.push(number);
    lines.starts.push(index);
    index = end;
  }
  lines.starts.push(to);
  return lines;
}

const changeOf = (a: Lines, b: Lines, range: Range): Change => ({
  from: a.starts[range.a] ?? 0,
  to: a.starts[range.aEnd] ?? 0,
  start: b.starts[range.b] ?? 0,
  end: b.starts[range.bEnd] ?? 0,
});

function trimmed(a: Lines, b: Lines, range: Range): Range {
  const own = { ...range };
  while (own.a < own.aEnd && own.b < own.bEnd && a.words[own.a] === b.words[own.b]) {
    own.a++;
    own.b++;
  }
  while (own.a < own.aEnd && own.b < own.bEnd && a.words[own.aEnd - 1] === b.words[own.bEnd - 1]) {
    own.aEnd--;
    own.bEnd--;
  }
  return own;
}

/** Returns the longest ordered sequence of lines that are unique on both sides (patience diff). */
function linesOfBoth(a: Lines, b: Lines, range: Range): [a: number, b: number][] {
  const left = onlyOnes(a, range.a, range.aEnd);
  const right = onlyOnes(b, range.b, range.bEnd);
  const pairs: [number, number][] = [];
  for (const [word, at] of left) {
    const other = right.get(word);
    if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other]);
  }
  return longestRise(pairs);
}

/** Returns the index of each unique line; -1 for duplicates. */
function onlyOnes({ words }: Lines, from: number, to: number): Map<number, number> {
  const lineNumbers = new Map<number, number>();
  for (let at = from; at < to; at++) {
    const word = words[at] ?? 0;
    lineNumbers.set(word, lineNumbers.has(word) ? -1 : at);
  }
  return lineNumbers;
}

/** Returns the longest increasing subsequence by second number; the pairs come sorted by the first. */
function longestRise(pairs: readonly [number, number][]): [number, number][] {
  const piles: number[] = []; // Index of the pair on top of each pile.
  const below: number[] = [];
  for (const [n, [, second]] of pairs.entries()) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[piles[middle] ?? 0]?.[1] ?? 0) < second) low = middle + 1;
      else high = middle;
    }
    below.push(low > 0 ? (piles[low - 1] ?? -1) : -1);
    piles[low] = n;
  }
  const rise: [number, number][] = [];
  for (let n = piles.at(-1) ?? -1; n >= 0; n = below[n] ?? -1) {
    const pair = pairs[n];
    if (pair) rise.push(pair);
  }
  return rise.reverse();
}

/** Returns the ranges between matched lines; null without a match. */
function rangesBetween(range: Range, pairs: readonly [number, number][]): Range[] | null {
  if (pairs.length === 0) return null;
  const ranges: Range[] = [];
  let [a, b] = [range.a, range.b];
  for (const [aEnd, bEnd] of [...pairs, [range.aEnd, range.bEnd] as const]) {
    if (aEnd > a || bEnd > b) ranges.push({ a, aEnd, b, bEnd });
    [a, b] = [aEnd + 1, bEnd + 1];
  }
  return ranges;
}

/**
 * Returns the differing parts of a range. Beyond the budget, lines are paired by number if the counts agree
 * (as after reindenting), otherwise the range is one change.
 */
function editsOf(a: Lines, b: Lines, range: Range, budget: Budget): Range[] {
  const edits = editsBetween(a.words.slice(range.a, range.aEnd), b.words.slice(range.b, range.bEnd), budget);
  if (!edits) return range.aEnd - range.a === range.bEnd - range.b ? oneByOne(a, b, range) : [range];
  return edits.map((edit) => ({
    a: range.a + edit.from,
    aEnd: range.a + edit.to,
    b: range.b + edit.start,
    bEnd: range.b + edit.end,
  }));
}

function oneByOne(a: Lines, b: Lines, range: Range): Range[] {
  const ranges: Range[] = [];
  for (let n = 0; n < range.aEnd - range.a; n++)
    if (a.words[range.a + n] !== b.words[range.b + n])
      ranges.push({ a: range.a + n, aEnd: range.a + n + 1, b: range.b + n, bEnd: range.b + n + 1 });
  return ranges;
}
