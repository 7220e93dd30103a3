import type { Endpoint, Reply, Request } from "@groundplan/contract";
import type { FirstRead } from "@groundplan/contract/first-reads";
import { type FetchQueryOptions, type QueryFilters, queryOptions } from "@tanstack/react-query";
import { begin } from "../base/first-page.ts";
import { call } from "./call.ts";
import { withPendingChanges } from "./optimistic.ts";
import { dropPreloaded } from "./preloaded.ts";
import { queryClient } from "./query-client.ts";

/** Returns a query for `useQuery` and loaders: `useQuery(read(getPlan, { params }))`. */
export const read = <E extends Endpoint>(endpoint: E, request: Request<E>) =>
  queryOptions({
    queryKey: [endpoint.path, request],
    queryFn: async ({ signal, queryKey }) =>
      withPendingChanges(await call(endpoint, request, { signal }), queryKey),
  });

/** Returns a query of all pages of the list under `key`, or up to a limit. */
export const readAll = <E extends Endpoint, Key extends keyof Reply<E>>(
  endpoint: E,
  request: Request<E>,
  key: Key,
  most = Number.POSITIVE_INFINITY,
) =>
  queryOptions({
    queryKey: [endpoint.path, request, most],
    queryFn: async ({ signal, queryKey }): Promise<Item<Reply<E>[Key]>[]> => {
      const items: Item<Reply<E>[Key]>[] = [];
      let query: Record<string, unknown> = { limit: 200, ...request.query };
      while (true) {
        const page = await call(endpoint, { ...request, query }, { signal });
        const { nextCursor } = page as { nextCursor?: string };
        items.push(...(page[key] as Iterable<Item<Reply<E>[Key]>>));
        if (nextCursor === undefined || items.length >= most) return withPendingChanges(items, queryKey);
        query = { ...query, cursor: nextCursor };
      }
    },
  });

type Item<List> = List extends readonly (infer One)[] ? One : never;

/** Prefetches a query; errors are left to the component that uses it. */
export const prefetch = <T, K extends readonly unknown[]>(query: FetchQueryOptions<T, Error, T, K>): void =>
  begin(queryClient.prefetchQuery(query));

/** Prefetches the reads that a page begins with. */
export function prefetchFirst(reads: readonly FirstRead[]): void {
  for (const [endpoint, request, list] of reads)
    if (list === undefined) prefetch(read(endpoint, request));
    else prefetch(readAll(endpoint, request, list as never)); // No key is known of an endpoint in general.
}

type Listener = (paths: readonly string[]) => void;
const listeners = new Set<Listener>();

/** Notifies of paths invalidated by local writes; returns an unsubscribe function. */
export function onInvalidated(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Invalidates matching queries and unused early answers. */
export function invalidateQueries(filters?: QueryFilters): Promise<void> {
  dropPreloaded();
  return queryClient.invalidateQueries(filters);
}

/** Invalidates endpoints after a local write. */
export function invalidate(...endpoints: Endpoint[]) {
  const paths = endpoints.map(({ path }) => path);
  for (const listener of listeners) listener(paths);
  return Promise.all(paths.map((path) => invalidateQueries({ queryKey: [path] })));
}
