/** The messages between the tabs of one person in one workspace. */
type Told<T> = (message: T) => void;

/** Opens what the tabs hear each other by; a tab does not hear itself. */
export function openTabs<T>(name: string, hear: Told<T>): { tell: Told<T>; close: () => void } {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<T>) => hear(data);
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
}

/**
 * Runs what only one of the tabs has to do, in the first of them; another one takes over when that one is closed. On a page
 * of plain HTTP browsers have no locks, and each tab does it.
 */
export async function inOneTab(name: string, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return act();
  // Whoever ends before its turn came has nothing to do.
  await navigator.locks.request(name, { signal }, act).catch(() => {});
}
