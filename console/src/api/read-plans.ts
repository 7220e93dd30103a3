import { listPlans, type Plan } from "@groundplan/contract";
import { queryClient } from "./query-client.ts";

/** Returns the plans that the page has read. */
export const readPlans = (): Plan[] =>
  queryClient.getQueriesData<Plan[]>({ queryKey: [listPlans.path] }).flatMap(([, data]) => data ?? []);
