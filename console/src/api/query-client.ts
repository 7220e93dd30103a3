import { QueryClient } from "@tanstack/react-query";

/** This is what was read from the API. The client repeats calls by itself where that helps, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
});
