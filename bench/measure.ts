/** How long and how often things are measured. */
export interface Effort {
  rounds: number;
  /** Seconds that one measurement takes, of those that it would like; `--quick` takes a few. */
  seconds(wanted: number): number;
}

export const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

export function median(values: readonly number[]): number {
  return sorted(values)[values.length >> 1] ?? Number.NaN;
}

/**
 * Measures all arms in each round, in turns that change their order, so that what else the machine does meets all of
 * them. Each arm runs once before for a moment, which is not counted.
 */
export async function inTurns<A extends string, T>(
  { rounds, seconds }: Effort,
  wanted: number,
  arms: Record<A, (seconds: number) => Promise<T>>,
): Promise<Record<A, T[]>> {
  const names = Object.keys(arms) as A[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<A, T[]>;
  for (const name of names) await arms[name](seconds(wanted) / 3);
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed())
      measured[name].push(await arms[name](seconds(wanted)));
  }
  return measured;
}

/** Of each round: the value of one arm divided by the value of another. */
export function ratios<T>(of: readonly T[], against: readonly T[], value: (figures: T) => number): number[] {
  return of.flatMap((figures, round) => {
    const other = against[round];
    return other === undefined ? [] : value(figures) / value(other);
  });
}

/** What one call costs, in seconds. */
export interface Cost {
  cpu: number;
  wall: number;
}

/** Calls again and again for some seconds, `atOnce` calls under way; the CPU is that of this process. */
export async function costOf(call: () => unknown, seconds: number, atOnce = 1): Promise<Cost> {
  let calls = 0;
  const before = process.cpuUsage();
  const start = performance.now();
  const until = start + seconds * 1000;
  const caller = async () => {
    while (performance.now() < until) {
      await call();
      calls++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return { cpu: cpuSince(before) / calls, wall: (performance.now() - start) / 1000 / calls };
}

/** Seconds of CPU, of all threads of this process. */
export function cpuSince(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
