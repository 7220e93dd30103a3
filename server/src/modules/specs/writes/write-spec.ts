import type { Endpoint, Reply, SpecWithCriteria } from "@groundplan/contract";
import type { z } from "zod";
import type { Write } from "../../../dispatch/handlers.ts";
import { disclosesSpec, type SpecWithoutCriteria, withCriteria } from "../present.ts";

type Result = { spec: SpecWithoutCriteria };
type AnswersSpec = Endpoint & { reply: z.ZodType<{ spec: SpecWithCriteria }> };

/** Declares a write that answers a single spec, whose criteria are read after the transaction. */
export const writeSpec = <E extends AnswersSpec>(
  endpoint: E,
  run: Write<E, Result>["run"],
): Write<E, Result> => ({
  kind: "write",
  endpoint,
  run,
  discloses: disclosesSpec,
  complete: ({ spec }) => ({ spec: withCriteria(spec) }) as Reply<E>,
});
