type Told<T> = (message: T) => void;

/** Opens a channel between the tabs of one user in one workspace; a tab does not receive its own messages. */
export function openTabs<T>(name: string, hear: Told<T>): { tell: Told<T>; close: () => void } {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<T>) => hear(data);
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
}

/**
 * Runs `act` in one tab only; another tab takes over when that one closes. Over plain HTTP there are no Web
 * Locks, so every tab runs it.
 */
export async function inOneTab(name: string, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return act();
  // Aborted before getting the lock.
  await navigator.locks.request(name, { signal }, act).catch(() => {});
}
