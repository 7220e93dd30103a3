/** Spellings of ids differ: `task-07.01` is `TASK-7.1`. */
const idKey = (id: string): string =>
  id
    .trim()
    .toLowerCase()
    .replace(/\d+/gu, (number) => number.replace(/^0+(?=\d)/u, ""));

const numberOf = (key: string) => /(?:^|-)(\d[\d.]*)$/u.exec(key)?.[1] ?? null;

/** Finds items by their ids. */
export class Ids<T> {
  readonly #byKey = new Map<string, T>();
  readonly #byNumber = new Map<string, T | null>();

  /** Returns whether the id is new. Only a task is found by its number alone. */
  add(id: string, item: T, isTask: boolean): boolean {
    const key = idKey(id);
    if (this.#byKey.has(key)) return false;
    this.#byKey.set(key, item);
    const number = numberOf(key);
    if (number !== null && isTask) this.#byNumber.set(number, this.#byNumber.has(number) ? null : item);
    return true;
  }

  /** Returns the item; one of another prefix for a bare number, or for the prefix that projects begin with. */
  find(id: string): T | undefined {
    const key = idKey(id);
    const exact = this.#byKey.get(key);
    const number = /^(?:task-)?(\d[\d.]*)$/u.exec(key)?.[1];
    return exact ?? (number === undefined ? undefined : (this.#byNumber.get(number) ?? undefined));
  }
}
