import { QueryCache, QueryClient, type QueryFilters } from "@tanstack/react-query";
import { comesBack, isUnanswered } from "./reach.ts";

/** This is what was read from the API. The client repeats calls by itself where that helps, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
  queryCache: new QueryCache({
    onError: (error) => {
      if (isUnanswered(error)) void readOnceItAnswers();
    },
  }),
});

/** A query that has failed so often is read again by a person only: it may be what makes the service fail. */
const mostFailures = 5;

/** Reads again what is shown and could not be read, once the service answers again. */
async function readOnceItAnswers(): Promise<void> {
  if (!(await comesBack())) return;
  const failed = {
    type: "active",
    predicate: ({ state }) => state.status === "error" && state.errorUpdateCount <= mostFailures,
  } as const satisfies QueryFilters;
  await queryClient.refetchQueries(failed, { cancelRefetch: false });
}
