const parts: Promise<unknown>[] = [];
let isShown = false;

/** Takes what a loader has begun. Nobody waits for it but the first room, and who shows it shows its error. */
export function begin(part: Promise<unknown>): void {
  const ended = part.catch(() => {});
  if (!isShown) parts.push(ended);
}

/** A first room that takes longer than this, in milliseconds, is shown as far as it is there. */
const longest = 1_000;

/** Waits until the first room and what its loaders have begun are there, so that it is rendered once. */
export async function firstRoom(loading: Promise<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, longest));
  await loading.catch(() => {}); // Before, there is nothing to show; the router shows what went wrong.
  await Promise.race([Promise.all(parts), late]);
  isShown = true;
  parts.length = 0;
}
