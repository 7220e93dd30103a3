/** Milliseconds after which a cost has decayed by half. */
const halfLife = 60_000;

/** Sums recent work per owner, in seconds, with exponential decay. */
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

  /** Returns owners above a cost. */
  above(seconds: number): string[] {
    return [...this.#costs.keys()].filter((owner) => this.of(owner) > seconds);
  }
}
