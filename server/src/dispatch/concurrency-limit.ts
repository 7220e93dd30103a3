/** Returns a function that runs at most `most` tasks at once; the others wait in the order in which they came. */
export function concurrencyLimit(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
