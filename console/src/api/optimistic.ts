import { hashKey, type QueryKey } from "@tanstack/react-query";
import { queryClient } from "./query-client.ts";

/** Returns the changed answer, or the same object if nothing changes. */
export type CacheChange = (data: unknown, key: QueryKey) => unknown;

/** Unconfirmed changes, oldest first. */
const pending = new Set<CacheChange>();
/** The service's data of queries that show something else. */
const confirmed = new Map<string, { key: QueryKey; data: unknown }>();

const withPending = (data: unknown, key: QueryKey) =>
  [...pending].reduce((now, change) => change(now, key), data);

/** Applies all pending changes to an answer. */
export function withPendingChanges<T>(data: T, key: QueryKey): T {
  if (pending.size === 0) return data;
  confirmed.set(hashKey(key), { key, data });
  return withPending(data, key) as T;
}

/** Applies an optimistic update; it survives refetches. */
export function applyOptimistically(change: CacheChange): void {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    const hash = hashKey(queryKey);
    if (state.data === undefined || confirmed.has(hash) || change(state.data, queryKey) === state.data)
      continue;
    confirmed.set(hash, { key: queryKey, data: state.data });
  }
  pending.add(change);
  show();
}

/** Removes a pending change and shows the service's data, updated by `answered`. */
export function settle(change: CacheChange, answered?: CacheChange): void {
  pending.delete(change);
  if (answered) for (const one of confirmed.values()) one.data = answered(one.data, one.key);
  show();
  if (pending.size === 0) confirmed.clear();
}

function show(): void {
  for (const { key, data } of confirmed.values()) queryClient.setQueryData(key, withPending(data, key));
}
