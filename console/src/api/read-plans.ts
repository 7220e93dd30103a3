import { listPlans, type Plan } from "@groundplan/contract";
import { queryClient } from "./query-client.ts";

export const readPlans = (): Plan[] =>
  queryClient.getQueriesData<Plan[]>({ queryKey: [listPlans.path] }).flatMap(([, data]) => data ?? []);
