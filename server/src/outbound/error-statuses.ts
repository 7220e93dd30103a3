/** Milliseconds between reports of a host's status, so that retries don't flood the log. */
const onceIn = 60_000;
/** Remembered statuses of hosts. */
const mostKnown = 1_000;

/** Returns a rate limiter of reports: the number suppressed since the last report, or null to suppress. */
export function errorStatuses(): (host: string, status: number) => number | null {
  const lastReports = new Map<string, { at: number; leftOut: number }>();
  return (host, status) => {
    const key = `${host} ${status}`;
    const last = lastReports.get(key);
    const now = performance.now();
    if (last && now - last.at < onceIn) {
      last.leftOut++;
      return null;
    }
    lastReports.delete(key);
    lastReports.set(key, { at: now, leftOut: 0 });
    if (lastReports.size > mostKnown) lastReports.delete(lastReports.keys().next().value ?? key);
    return last?.leftOut ?? 0;
  };
}
