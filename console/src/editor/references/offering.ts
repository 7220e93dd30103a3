import { createStore, type Store } from "../../base/store.ts";
import { itemsOf, type Names, type Offer, peopleOf } from "./offers.ts";
import type { Typed } from "./typed.ts";

/** What is offered at the cursor; nothing while `typed` is null. */
export interface Offered {
  typed: Typed | null;
  offers: readonly Offer[];
  active: number;
}

/** In milliseconds after the last key. */
const pause = 150;

const nothing: Offered = { typed: null, offers: [], active: 0 };

/** The offers of one field, with their keys. Everything in it belongs to the words that are typed now. */
export class Offering {
  readonly state: Store<Offered> = createStore(nothing);
  readonly #names: () => Names;
  readonly #pick: (offer: Offer, typed: Typed) => void;
  /** Words that were dismissed, or found nothing: longer ones aren't looked up. */
  #dead: string | null = null;
  #search: AbortController | undefined;

  constructor(names: () => Names, pick: (offer: Offer, typed: Typed) => void) {
    this.#names = names;
    this.#pick = pick;
  }

  /** Follows the words at the cursor. */
  look(typed: Typed | null): void {
    const before = this.state.get();
    const key = typed && typed.sign + typed.words;
    if (key !== null && before.typed && before.typed.sign + before.typed.words === key) return;
    this.#search?.abort();
    if (typed === null || key === null) {
      this.#dead = null;
      if (before.typed) this.state.set(nothing);
      return;
    }
    if (this.#dead !== null && key.startsWith(this.#dead)) return;
    this.#dead = null;
    const people = peopleOf(typed, this.#names());
    this.state.set({ typed, offers: people, active: 0 });
    void this.#find(typed, key, people);
  }

  async #find(typed: Typed, key: string, people: readonly Offer[]): Promise<void> {
    const search = new AbortController();
    this.#search = search;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (search.signal.aborted) return;
    // Without an answer there is nothing to offer, and the words stay as typed.
    const items = await itemsOf(typed, search.signal).catch((): Offer[] => []);
    if (search.signal.aborted) return;
    const { active } = this.state.get();
    const offers = [...people, ...items];
    if (offers.length === 0) {
      this.#dead = key;
      this.state.set(nothing);
    } else this.state.set({ typed, offers, active });
  }

  /** Handles a key; false if it isn't for the offers. */
  press(key: string): boolean {
    const { typed, offers, active } = this.state.get();
    const offer = offers[active];
    if (!typed || !offer) return false;
    if (key === "ArrowDown") this.point(active + 1);
    else if (key === "ArrowUp") this.point(active - 1);
    else if (key === "Enter" || key === "Tab") this.pick(active);
    else if (key === "Escape") this.close();
    else return false;
    return true;
  }

  point(index: number): void {
    const { typed, offers } = this.state.get();
    this.state.set({ typed, offers, active: (index + offers.length) % offers.length });
  }

  pick(index: number): void {
    const { typed, offers } = this.state.get();
    const offer = offers[index];
    if (!typed || !offer) return;
    this.close();
    // What stays typed of a person's name is no new question.
    this.#dead = typed.sign + offer.name;
    this.#pick(offer, typed);
  }

  /** Offers nothing more for these words. */
  close(): void {
    const { typed } = this.state.get();
    this.#search?.abort();
    if (!typed) return;
    this.#dead = typed.sign + typed.words;
    this.state.set(nothing);
  }
}
