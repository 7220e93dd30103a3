const parts: Promise<unknown>[] = [];
let isShown = false;

/** Registers a prefetch for the first page to wait for. */
export function begin(part: Promise<unknown>): void {
  const ended = part.catch(() => {});
  if (!isShown) parts.push(ended);
}

/** The longest wait in milliseconds. */
const longest = 1_000;

/** Waits for the first page and its prefetches, to render once. */
export async function firstPage(loading: Promise<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, longest));
  await loading.catch(() => {}); // The router shows any error.
  await Promise.race([Promise.all(parts), late]);
  isShown = true;
  parts.length = 0;
}
