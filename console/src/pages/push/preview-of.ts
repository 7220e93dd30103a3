import { getPushStatus, pushPlan } from "@groundplan/contract";
import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { invalidate, read } from "../../api/read.ts";
import type { PlanParams } from "../../planning/params.ts";
import { bodyOf, type PushChoices } from "./push-choices.ts";

/** The debounce in milliseconds, since a preview reads the tracker. */
const restsAfter = 1_500;

/** Returns a dry run. Edits invalidate it; refetches within the debounce replace each other. */
export function previewOf(params: PlanParams, choices: PushChoices) {
  const query = read(pushPlan, { params, body: { dryRun: true, ...bodyOf(choices) } });
  const ask = query.queryFn;
  return queryOptions({
    ...query,
    queryFn: async (context) => {
      if (queryClient.getQueryData(query.queryKey)) await rest(context.signal);
      if (typeof ask !== "function") throw new TypeError("A query has a function.");
      const preview = await ask(context);
      // The plan's header shows the state just read.
      void invalidate(getPushStatus);
      return preview;
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
