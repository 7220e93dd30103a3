import type { Endpoint, Reply, SpecSummary, SpecWithCriteria } from "@groundplan/contract";
import type { z } from "zod";
import type { Write } from "../../../dispatch/handlers.ts";
import { MinimalReply } from "../../../dispatch/minimal-reply.ts";
import type { PlanRow } from "../../plans/access.ts";
import type { SpecRow } from "../access.ts";
import { presentSpec, type SpecWithoutCriteria, withCriteria } from "../present.ts";
import { summarizeSpec } from "../summary.ts";

/** The result, as it is stored for replays too. */
type Result = { spec: SpecWithoutCriteria } | { summary: SpecSummary; specId: string };
type AnswersSpec = Endpoint & { reply: z.ZodType<{ spec: SpecWithCriteria }> };

/** Declares a write that answers a single spec, whose criteria are read after the transaction. */
export const writeSpec = <E extends AnswersSpec>(
  endpoint: E,
  run: (...request: Parameters<Write<E>["run"]>) => Promise<{ spec: SpecRow; plan: PlanRow }>,
): Write<E, Result> => ({
  kind: "write",
  endpoint,
  run: async (tx, actor, input) => {
    const { spec, plan } = await run(tx, actor, input);
    return input.returnMinimal
      ? { summary: await summarizeSpec(tx, actor, plan, spec), specId: spec.id }
      : { spec: await presentSpec(tx, spec) };
  },
  discloses: (result) => ({ specIds: ["spec" in result ? result.spec.id : result.specId] }),
  complete: async (result, { db, actor }) =>
    "spec" in result
      ? ({ spec: await withCriteria(db, actor, result.spec) } as Reply<E>)
      : new MinimalReply({ spec: result.summary }),
});
