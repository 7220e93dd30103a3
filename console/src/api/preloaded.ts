/** Answers embedded in the page or requested by `public/first.js`; null if that failed. */
const early = (globalThis as { early?: Record<string, Promise<Response | null>> }).early ?? {};

/** The age in milliseconds at which an early answer is stale. */
const longest = 15_000;

/** Returns the early answer to a request, once. */
export async function takePreloaded(method: string, address: string): Promise<Response | null> {
  const { pathname, search } = new URL(address, location.origin);
  const name = `${method} ${pathname}${search}`;
  const answer = early[name];
  delete early[name];
  return answer && performance.now() < longest ? answer : null;
}

/** Drops unused answers after a sign-in or a write. */
export function dropPreloaded(): void {
  for (const name of Object.keys(early)) delete early[name];
}
