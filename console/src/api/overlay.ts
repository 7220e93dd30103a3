import { hashKey, type QueryKey } from "@tanstack/react-query";
import { queryClient } from "./query-client.ts";

/** Applies an optimistic update to a query's answer; returns the same object if nothing changes. */
export type Change = (data: unknown, key: QueryKey) => unknown;

/** Unconfirmed changes, oldest first. */
const pending = new Set<Change>();
/** The service's answer for each query that currently shows something else. */
const said = new Map<string, { key: QueryKey; data: unknown }>();

const withPending = (data: unknown, key: QueryKey) =>
  [...pending].reduce((now, change) => change(now, key), data);

/** Returns an answer with all pending changes applied. */
export function shownOf<T>(data: T, key: QueryKey): T {
  if (pending.size === 0) return data;
  said.set(hashKey(key), { key, data });
  return withPending(data, key) as T;
}

/** Applies an optimistic update; it stays on top of anything read meanwhile. */
export function lay(change: Change): void {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    const hash = hashKey(queryKey);
    if (state.data === undefined || said.has(hash) || change(state.data, queryKey) === state.data) continue;
    said.set(hash, { key: queryKey, data: state.data });
  }
  pending.add(change);
  show();
}

/** Removes a pending change, showing the service's data again, updated by `answered` if given. */
export function take(change: Change, answered?: Change): void {
  pending.delete(change);
  if (answered) for (const one of said.values()) one.data = answered(one.data, one.key);
  show();
  if (pending.size === 0) said.clear();
}

function show(): void {
  for (const { key, data } of said.values()) queryClient.setQueryData(key, withPending(data, key));
}
