/** The time after which half of a cost is forgotten, in milliseconds. */
const halfLife = 60_000;

/** Adds up how many seconds of work each owner has cost lately. */
export class Costs {
  readonly #costs = new Map<string, { seconds: number; at: number }>();

  add(owner: string, seconds: number): void {
    this.#costs.set(owner, { seconds: this.of(owner) + seconds, at: performance.now() });
    for (const one of this.#costs.keys()) if (this.of(one) < 0.1) this.#costs.delete(one);
  }

  of(owner: string): number {
    const cost = this.#costs.get(owner);
    return cost ? cost.seconds * 0.5 ** ((performance.now() - cost.at) / halfLife) : 0;
  }

  /** Returns the owners that have cost more than so many seconds. */
  above(seconds: number): string[] {
    return [...this.#costs.keys()].filter((owner) => this.of(owner) > seconds);
  }
}
