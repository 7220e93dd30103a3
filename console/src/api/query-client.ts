import { QueryCache, QueryClient, type QueryFilters } from "@tanstack/react-query";
import { ApiError } from "../../../client/src/errors.ts";
import { comesBack, isAway } from "./reach.ts";

/** This is what was read from the API. The client repeats calls by itself where that helps, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
  queryCache: new QueryCache({
    onError: (error) => {
      if (isAway(error) || (error instanceof ApiError && error.status === 503)) void readOnceItAnswers();
    },
  }),
});

/** Reads again what is shown and could not be read, once the service answers again. */
async function readOnceItAnswers(): Promise<void> {
  if (!(await comesBack())) return;
  const failed = {
    type: "active",
    predicate: ({ state }) => state.status === "error",
  } as const satisfies QueryFilters;
  await queryClient.refetchQueries(failed, { cancelRefetch: false });
}
