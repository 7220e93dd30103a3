import type { Endpoint, Reply, Request } from "@groundplan/contract";
import { type FetchQueryOptions, type QueryFilters, queryOptions } from "@tanstack/react-query";
import { begin } from "../first-room.ts";
import { call } from "./call.ts";
import { forgetEarly } from "./early.ts";
import { shownOf } from "./overlay.ts";
import { queryClient } from "./query-client.ts";

/** Returns a query of an endpoint, for `useQuery` and for a route's loader: `useQuery(read(getPlan, { params }))`. */
export const read = <E extends Endpoint>(endpoint: E, request: Request<E>) =>
  queryOptions({
    queryKey: [endpoint.path, request],
    queryFn: async ({ signal, queryKey }) => shownOf(await call(endpoint, request, { signal }), queryKey),
  });

/** Returns a query of all items of a list under `key`, page by page, or of the first so many. */
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
        if (nextCursor === undefined || items.length >= most) return shownOf(items, queryKey);
        query = { ...query, cursor: nextCursor };
      }
    },
  });

type Item<List> = List extends readonly (infer One)[] ? One : never;

/** Begins to read what will be shown, unless it was just read. Nobody waits for it, and who shows it shows its error. */
export const prefetch = <T, K extends readonly unknown[]>(query: FetchQueryOptions<T, Error, T, K>): void =>
  begin(queryClient.prefetchQuery(query));

type Listener = (paths: readonly string[]) => void;
const listeners = new Set<Listener>();

/** Tells what is forgotten after a write of this page, until the returned function is called. */
export function onForgotten(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has what these filters name read anew where it is shown, and what came with the page and nothing has shown yet where it will be. */
export function readAnew(filters?: QueryFilters): Promise<void> {
  forgetEarly();
  return queryClient.invalidateQueries(filters);
}

/** Forgets what was read of these endpoints, so that it is read anew where it is shown: after a write. */
export function forget(...endpoints: Endpoint[]) {
  const paths = endpoints.map(({ path }) => path);
  for (const listener of listeners) listener(paths);
  return Promise.all(paths.map((path) => readAnew({ queryKey: [path] })));
}
