import { briefBudget } from "@groundplan/contract";
import { limitReads } from "../../dispatch/concurrency/limit-reads.ts";
import { ApiError } from "../../errors.ts";
import type { ReadBrief } from "../claims/take-claim.ts";
import { readableSpec } from "../specs/access.ts";
import { briefOf } from "./brief-of.ts";
import { keepShort } from "./keep-short.ts";

/** Returns the brief of a claim after its commit; null for a budget of 0, or if the spec has gone since. */
export const briefOfClaim: ReadBrief = async ({ db, actor, claim, budget = briefBudget.usual }) => {
  if (budget === 0) return null;
  const { projectSlug, planShortId, specShortId } = claim;
  try {
    const brief = await limitReads(async () => {
      const found = await readableSpec(db, actor, { projectSlug, planShortId, specShortId });
      return briefOf(db, actor, found, budget);
    });
    return await keepShort(claim, brief);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};
