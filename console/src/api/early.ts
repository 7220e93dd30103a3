/**
 * Answers embedded in the page or requested early by `public/first.js`, by method and address; null if the
 * request failed.
 */
const early = (globalThis as { early?: Record<string, Promise<Response | null>> }).early ?? {};

/** The age after which an early answer is stale, in milliseconds since page load. */
const longest = 15_000;

/** Returns the early answer to a request, once; null if there is none. */
export async function takeEarly(method: string, address: string): Promise<Response | null> {
  const { pathname, search } = new URL(address, location.origin);
  const name = `${method} ${pathname}${search}`;
  const answer = early[name];
  delete early[name];
  return answer && performance.now() < longest ? answer : null;
}

/** Drops unused early answers, after a sign-in or a write. */
export function forgetEarly(): void {
  for (const name of Object.keys(early)) delete early[name];
}
