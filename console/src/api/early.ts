/** The answers that came with the page or that `public/first.js` has asked for, by method and address; null for one that never came. */
const early = (globalThis as { early?: Record<string, Promise<Response | null>> }).early ?? {};

/** An answer that waited longer, in milliseconds from the beginning of the page, may not be true any more. */
const longest = 15_000;

/** Returns the answer to a request that was sent before the page's scripts were there, once; null where there is none. */
export async function takeEarly(method: string, address: string): Promise<Response | null> {
  const { pathname, search } = new URL(address, location.origin);
  const name = `${method} ${pathname}${search}`;
  const answer = early[name];
  delete early[name];
  return answer && performance.now() < longest ? answer : null;
}

/** Forgets what nothing has taken: somebody else is signed in since, or something has changed. */
export function forgetEarly(): void {
  for (const name of Object.keys(early)) delete early[name];
}
