import { getPushStatus, pushPlan } from "@groundplan/contract";
import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { forget, read } from "../../api/read.ts";
import type { PlanParams } from "../work/spec-params.ts";
import { bodyOf, type PushChoices } from "./push-choices.ts";

/** A preview reads the tracker, so that it waits these milliseconds until edits rest. */
const restsAfter = 1_500;

/**
 * Returns the query of what a push would do. The service reads the tracker for it and writes nothing there. Whoever edits
 * the plan meanwhile makes it be read again once their edits rest: what comes within that time takes its place.
 */
export function previewOf(params: PlanParams, choices: PushChoices) {
  const query = read(pushPlan, { params, body: { dryRun: true, ...bodyOf(choices) } });
  const ask = query.queryFn;
  return queryOptions({
    ...query,
    queryFn: async (context) => {
      if (queryClient.getQueryData(query.queryKey)) await rest(context.signal);
      if (typeof ask !== "function") throw new TypeError("A query has a function.");
      const told = await ask(context);
      // The service has kept what it saw in the tracker, which the plan's header tells.
      void forget(getPushStatus);
      return told;
    },
  });
}

const rest = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, restsAfter);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
