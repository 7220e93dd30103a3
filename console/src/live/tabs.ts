type Listener<T> = (message: T) => void;

/** Opens a channel between tabs; none hears itself. */
export function openTabs<T>(name: string, hear: Listener<T>): { tell: Listener<T>; close: () => void } {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<T>) => hear(data);
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** Runs `act` in one tab, with failover. Without Web Locks, over plain HTTP, every tab runs it. */
export async function inOneTab(name: string, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return act();
  // Aborted before getting the lock.
  await navigator.locks.request(name, { signal }, act).catch(() => {});
}
