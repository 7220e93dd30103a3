// Prefilter for most lines: one pass over the words' prefixes instead of trying each pattern at each word.

/** Kinds of words, as bits. */
export const KINDS = { vague: 1, escape: 2, failure: 4, fallible: 8, open: 16 } as const;

/**
 * A lower-case pattern, with explicit words if it doesn't start with distinctive letters; each match contains
 * a word with one of these prefixes.
 */
export type Entry = string | readonly [words: string, source: string];

/** Words by kind until the first use, so that a start builds no tree. */
const pending: (readonly [kind: number, words: () => readonly string[]])[] = [];
let tree: Tree | null = null;

/** Registers prefixes for `startsIn`; a trailing space makes a whole word. */
export function learn(kind: number, words: readonly string[]): void {
  pending.push([kind, () => words]);
}

/** Registers the entries' words and returns their patterns. */
export function sourcesOf(kind: number, entries: readonly Entry[]): string[] {
  const wordsOf = (entry: Entry) => (typeof entry === "string" ? startsOf(entry) : entry[0].split(","));
  pending.push([kind, () => entries.flatMap(wordsOf)]);
  return entries.map((entry) => (typeof entry === "string" ? entry : entry[1]));
}

/** Returns the kinds of words that a text may contain; others are ruled out. */
export function startsIn(text: string): number {
  tree ??= treeOf(pending);
  const { edges, kindsAt } = tree;
  let kinds = 0;
  let node = ROOT;
  for (let offset = 0; offset <= text.length; offset++) {
    const code = text.charCodeAt(offset);
    node = edges[node * 128 + (code < 128 ? code : 0)] ?? 0;
    kinds |= kindsAt[node] ?? 0;
  }
  return kinds;
}

// A trie with an edge per ASCII character. Separators lead to the root, or after a whole word to a copy of
// it. Node 0 means no match.
interface Tree {
  edges: Uint16Array;
  kindsAt: Uint8Array;
}

const ROOT = 1;
const MOST_NODES = 2048;
const SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789";

function treeOf(known: typeof pending): Tree {
  const edges = new Uint16Array(MOST_NODES * 128);
  const kindsAt = new Uint8Array(MOST_NODES);
  let nodes = 2;
  const between = Array.from({ length: 128 }, (_, code) => code).filter(
    (code) => !SIGNS.includes(String.fromCharCode(code).toLowerCase()),
  );
  const lead = (from: number, codes: readonly number[], to: number) => {
    for (const code of codes) edges[from * 128 + code] = to;
  };
  const follow = (node: number, sign: string): number => {
    const there = edges[node * 128 + sign.charCodeAt(0)] ?? 0;
    if (there !== 0 && there !== ROOT) return there;
    const next = nodes++;
    if (sign === " ") {
      lead(node, between, next);
      edges.copyWithin(next * 128, ROOT * 128, (ROOT + 1) * 128);
    } else {
      lead(node, [sign.charCodeAt(0), sign.toUpperCase().charCodeAt(0)], next);
      lead(next, between, ROOT);
    }
    return next;
  };
  for (const node of [0, ROOT]) lead(node, between, ROOT);
  for (const sign of SIGNS) follow(ROOT, sign);
  for (const [kind, words] of known)
    for (const word of words()) {
      let node = ROOT;
      for (const sign of word) node = follow(node, sign);
      kindsAt[node] = (kindsAt[node] ?? 0) | kind;
    }
  if (nodes > MOST_NODES) throw new Error("There are more words than the tree has room for.");
  return { edges, kindsAt };
}

const BEHIND = /^\(\?<[!=](?:[^()]|\([^()]*\))*\)/;
// An optional letter is no prefix, nor are one or two letters unless they are the whole word.
const START = /^(?:[a-z]{3,}(?![?*{])|[a-z]+(?= |\(\?!|$))/;

/** Returns the prefixes of every match's words. Throws if they can't be derived. */
export function startsOf(source: string): string[] {
  return source.split(/\|(?![^()]*\))/).map((part) => {
    const [start] = START.exec(part.replace(BEHIND, "")) ?? [];
    if (start === undefined) throw new Error(`The words to look for have to be said of ${part}.`);
    return start.length < 3 ? `${start} ` : start;
  });
}
