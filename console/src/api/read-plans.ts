import { listPlans, type Plan } from "@groundplan/contract";
import { queryClient } from "./query-client.ts";

/** Returns all plans in the query cache. */
export const readPlans = (): Plan[] =>
  queryClient.getQueriesData<Plan[]>({ queryKey: [listPlans.path] }).flatMap(([, data]) => data ?? []);
