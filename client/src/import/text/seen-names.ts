import type { Notice } from "../format.ts";

/** Collects names that occur in many files, such as fields, and tells each once. */
export class SeenNames {
  readonly #why: string;
  readonly #first = new Map<string, { file: string; line: number; count: number }>();

  /** `why` ends a sentence about the name. */
  constructor(why: string) {
    this.#why = why;
  }

  add(name: string, file: string, line: number): void {
    const first = this.#first.get(name);
    if (first) first.count++;
    else this.#first.set(name, { file, line, count: 1 });
  }

  notices(): Notice[] {
    return [...this.#first].map(([text, { file, line, count }]) => ({
      file,
      line,
      text,
      why: count === 1 ? this.#why : `${this.#why} (in ${count} places)`,
    }));
  }
}
