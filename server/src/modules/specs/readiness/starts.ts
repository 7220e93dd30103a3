// Most lines hold none of the words that the rules look for. One pass over the characters tells so, by how the line's
// words begin; the expressions of all words would try each of their parts at each word.

/** The kinds of words that `startsIn` tells apart, as bits. */
export const KINDS = { vague: 1, escape: 2, failure: 4, fallible: 8, open: 16 } as const;

/**
 * The source of an expression, in small letters; with words in front of it where it doesn't begin with letters, or with
 * frequent ones: each of its matches holds a word that begins like one of those.
 */
export type Entry = string | readonly [words: string, source: string];

/** The words of each kind, until a first text is looked at: a start needs no tree. */
const pending: (readonly [kind: number, words: () => readonly string[]])[] = [];
let tree: Tree | null = null;

/** Has `startsIn` recognize what begins like these words; one that ends in a space is a whole word. */
export function learn(kind: number, words: readonly string[]): void {
  pending.push([kind, () => words]);
}

/** Returns the sources of the entries, and has `startsIn` recognize their words. */
export function sourcesOf(kind: number, entries: readonly Entry[]): string[] {
  const wordsOf = (entry: Entry) => (typeof entry === "string" ? startsOf(entry) : entry[0].split(","));
  pending.push([kind, () => entries.flatMap(wordsOf)]);
  return entries.map((entry) => (typeof entry === "string" ? entry : entry[1]));
}

/** Returns the kinds of words of which the text may hold one; it holds none of the others. */
export function startsIn(text: string): number {
  tree ??= treeOf(pending);
  const { edges, kindsAt } = tree;
  let kinds = 0;
  let node = ROOT;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    node = edges[node * 128 + (code < 128 ? code : 0)] ?? 0;
    kinds |= kindsAt[node] ?? 0;
  }
  return kinds;
}

// The beginnings form a tree of nodes, each with an edge for every character up to 127. What stands between words leads to
// the root or, behind a whole word, to a node with the root's edges. Node 0 is where no word begins like that.
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
// A letter that may be missing is no start, nor are one or two letters unless they are the whole word.
const START = /^(?:[a-z]{3,}(?![?*{])|[a-z]+(?= |\(\?!|$))/;

/** Returns the beginnings of the words that every match of an expression holds. Throws where they can't be seen. */
export function startsOf(source: string): string[] {
  return source.split(/\|(?![^()]*\))/).map((part) => {
    const [start] = START.exec(part.replace(BEHIND, "")) ?? [];
    if (start === undefined) throw new Error(`The words to look for have to be said of ${part}.`);
    return start.length < 3 ? `${start} ` : start;
  });
}
