/** The time in which a status of a host is told once, in milliseconds: calls that are repeated must not fill the log. */
const onceIn = 60_000;
/** The most statuses of hosts that are remembered. */
const mostKnown = 1_000;

/**
 * Returns a function that decides whether an error status of a host is told: the first one in each minute is, with the
 * number of those that were left out before it. Null for one that is left out.
 */
export function errorStatuses(): (host: string, status: number) => number | null {
  const told = new Map<string, { at: number; leftOut: number }>();
  return (host, status) => {
    const key = `${host} ${status}`;
    const last = told.get(key);
    const now = performance.now();
    if (last && now - last.at < onceIn) {
      last.leftOut++;
      return null;
    }
    told.delete(key);
    told.set(key, { at: now, leftOut: 0 });
    if (told.size > mostKnown) told.delete(told.keys().next().value ?? key);
    return last?.leftOut ?? 0;
  };
}
