const parts: Promise<unknown>[] = [];
let isShown = false;

/** Registers a prefetch that only the first page waits for. Errors are left to the component that uses it. */
export function begin(part: Promise<unknown>): void {
  const ended = part.catch(() => {});
  if (!isShown) parts.push(ended);
}

/** The most milliseconds to wait for the first page's data. */
const longest = 1_000;

/** Waits for the first page and its prefetches, so that it renders once. */
export async function firstRoom(loading: Promise<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, longest));
  await loading.catch(() => {}); // The router shows any error.
  await Promise.race([Promise.all(parts), late]);
  isShown = true;
  parts.length = 0;
}
