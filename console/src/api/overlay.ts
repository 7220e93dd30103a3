import { hashKey, type QueryKey } from "@tanstack/react-query";
import { queryClient } from "./query-client.ts";

/** Returns what a query's answer is with a change; the same answer where it changes nothing of it. */
export type Change = (data: unknown, key: QueryKey) => unknown;

/** The changes that are shown and that the service has not answered, the oldest first. */
const pending = new Set<Change>();
/** This is what the service said, for each query of which something else is shown. */
const said = new Map<string, { key: QueryKey; data: unknown }>();

const withPending = (data: unknown, key: QueryKey) =>
  [...pending].reduce((now, change) => change(now, key), data);

/** Returns what is shown of an answer: with the changes that are under way. */
export function shownOf<T>(data: T, key: QueryKey): T {
  if (pending.size === 0) return data;
  said.set(hashKey(key), { key, data });
  return withPending(data, key) as T;
}

/** Shows a change over what the service said, whatever is read again meanwhile. */
export function lay(change: Change): void {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    const hash = hashKey(queryKey);
    if (state.data === undefined || said.has(hash) || change(state.data, queryKey) === state.data) continue;
    said.set(hash, { key: queryKey, data: state.data });
  }
  pending.add(change);
  show();
}

/** Takes a change away: what the service said shows again, or what it `answered`. */
export function take(change: Change, answered?: Change): void {
  pending.delete(change);
  if (answered) for (const one of said.values()) one.data = answered(one.data, one.key);
  show();
  if (pending.size === 0) said.clear();
}

function show(): void {
  for (const { key, data } of said.values()) queryClient.setQueryData(key, withPending(data, key));
}
