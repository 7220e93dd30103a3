/** The place of a quote, in UTF-16 offsets of the text as it is. */
export interface Hit {
  quote: string;
  start: number;
  end: number;
}

/** Longest quote, in UTF-16 units. */
const longest = 1024;

/** White space beyond ASCII, as `\s` has it. */
const otherSpaces = new Set([
  ...[0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
]);
const isSpace = (unit: number) =>
  unit === 32 || (unit >= 9 && unit <= 13) || (unit >= 160 && otherSpaces.has(unit));

/**
 * Finds the first occurrence of each of many quotes in one pass over a text with white space folded (Aho and
 * Corasick), so that the time grows with the text and the quotes, but not with their product.
 */
export class QuoteFinder {
  /** A node's only child, with its unit; further children are in `others`. */
  readonly #unit: number[] = [-1];
  readonly #child: number[] = [0];
  readonly #others = new Map<number, Map<number, number>>();
  /** The node of the longest proper suffix. */
  readonly #suffix: number[] = [0];
  /** The nearest suffix that ends a quote. */
  readonly #ending: number[] = [0];
  readonly #quotes = new Map<number, string>();

  /** Original offsets of the last folded units. */
  readonly #offsets = new Int32Array(longest);
  #folded = 0;
  #offset = 0;
  #node = 0;
  #afterSpace = true;

  /** Quotes are folded and not empty. */
  constructor(quotes: Iterable<string>) {
    for (const quote of quotes) {
      let node = 0;
      for (let index = 0; index < quote.length; index++) node = this.#grow(node, quote.charCodeAt(index));
      this.#quotes.set(node, quote);
    }
    this.#linkSuffixes();
  }

  get isDone(): boolean {
    return this.#quotes.size === 0;
  }

  /** Reads on, and returns the quotes that are found for the first time. */
  read(text: string): Hit[] {
    const hits: Hit[] = [];
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      const space = isSpace(unit);
      if (!(space && this.#afterSpace)) {
        this.#offsets[this.#folded++ % longest] = this.#offset + index;
        this.#step(space ? 32 : unit);
        if (this.#ending[this.#node] !== 0) this.#take(this.#offset + index + 1, hits);
      }
      this.#afterSpace = space;
    }
    this.#offset += text.length;
    return hits;
  }

  #next(node: number, unit: number): number {
    if (this.#unit[node] === unit) return this.#child[node] ?? 0;
    return this.#others.get(node)?.get(unit) ?? 0;
  }

  #grow(node: number, unit: number): number {
    const known = this.#next(node, unit);
    if (known !== 0) return known;
    const child = this.#unit.push(-1) - 1;
    this.#child.push(0);
    this.#suffix.push(0);
    this.#ending.push(0);
    if (this.#unit[node] === -1) {
      this.#unit[node] = unit;
      this.#child[node] = child;
    } else {
      const others = this.#others.get(node) ?? new Map<number, number>();
      this.#others.set(node, others.set(unit, child));
    }
    return child;
  }

  *#children(node: number): Generator<[unit: number, child: number]> {
    if (this.#unit[node] !== -1) yield [this.#unit[node] ?? 0, this.#child[node] ?? 0];
    yield* this.#others.get(node) ?? [];
  }

  /** Links each node to its longest suffix, nearer ones first. */
  #linkSuffixes(): void {
    const queue = [0];
    for (const node of queue) {
      const ends = this.#quotes.has(node);
      this.#ending[node] = ends ? node : (this.#ending[this.#suffix[node] ?? 0] ?? 0);
      for (const [unit, child] of this.#children(node)) {
        this.#suffix[child] = node === 0 ? 0 : this.#after(this.#suffix[node] ?? 0, unit);
        queue.push(child);
      }
    }
  }

  #after(from: number, unit: number): number {
    for (let node = from; ; node = this.#suffix[node] ?? 0) {
      const next = this.#next(node, unit);
      if (next !== 0 || node === 0) return next;
    }
  }

  #step(unit: number): void {
    this.#node = this.#after(this.#node, unit);
  }

  /** Takes the quotes that end here, and forgets them. */
  #take(end: number, hits: Hit[]): void {
    let node = this.#ending[this.#node] ?? 0;
    for (; node !== 0; node = this.#ending[this.#suffix[node] ?? 0] ?? 0) {
      const quote = this.#quotes.get(node);
      if (quote === undefined) continue;
      this.#quotes.delete(node);
      hits.push({ quote, start: this.#offsets[(this.#folded - quote.length) % longest] ?? 0, end });
    }
    this.#ending[this.#node] = 0;
  }
}
