import { QueryCache, QueryClient, type QueryFilters } from "@tanstack/react-query";
import { comesBack, isUnanswered } from "./availability.ts";

/** The cache of API answers. The API client already retries. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
  queryCache: new QueryCache({
    onError: (error) => {
      if (isUnanswered(error)) void readOnceItAnswers();
    },
  }),
});

/** After this many failures only the user retries, since the query itself may crash the service. */
const mostFailures = 5;

/** Refetches visible failed queries once the service is back. */
async function readOnceItAnswers(): Promise<void> {
  if (!(await comesBack())) return;
  const failed = {
    type: "active",
    predicate: ({ state }) => state.status === "error" && state.errorUpdateCount <= mostFailures,
  } as const satisfies QueryFilters;
  await queryClient.refetchQueries(failed, { cancelRefetch: false });
}
