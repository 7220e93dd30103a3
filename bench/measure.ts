export interface Effort {
  rounds: number;
  seconds(wanted: number): number;
}

export const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

export function median(values: readonly number[]): number {
  return sorted(values)[values.length >> 1] ?? Number.NaN;
}

/** Measures all arms in each round, after a warm-up, in changing order to spread other load. */
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

export function ratios<T>(of: readonly T[], against: readonly T[], value: (figures: T) => number): number[] {
  return of.flatMap((figures, round) => {
    const other = against[round];
    return other === undefined ? [] : value(figures) / value(other);
  });
}

/** The cost of one call in seconds. */
export interface Cost {
  cpu: number;
  wall: number;
}

/** Repeats a call for some seconds, `atOnce` at a time; CPU is this process's. */
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

export function cpuSince(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
