import {
  getSpec,
  listClaims,
  listNext,
  listSpecs,
  type Plan,
  releaseClaim,
  type SpecClaim,
} from "@groundplan/contract";
import { ApiError } from "../../../../client/src/errors.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { toast, toastProblem } from "../../components/overlays/toast.tsx";
import { clockTime, holderName } from "./held-text.ts";

/** The queries that show claims. */
export const claimReads = [listClaims, listSpecs, getSpec, listNext];

/** True for the holder, with any credential, and for owners of the plan. */
export const mayRelease = (
  { holder }: SpecClaim,
  userId: string | undefined,
  plan: Plan | undefined,
): boolean => holder?.userId === userId || plan?.capability === "OWN";

/** Returns the texts of the confirmation. */
export const releaseQuestion = (specShortId: string, claim: SpecClaim) => ({
  title: `Release ${specShortId}?`,
  action: `Release ${specShortId}`,
  says: `${holderName(claim)} holds it until ${clockTime(claim.until)}. The spec goes back to Todo, and the agent's further writes under this claim are refused.`,
});

/** Releases a claim. If it has ended already, the message says how, as its dialog goes with it. */
export async function release(specShortId: string, { id: claimId }: SpecClaim): Promise<void> {
  try {
    await call(releaseClaim, { params: { claimId } });
    toast(`${specShortId} is released and back in Todo.`);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "claim_lost")) throw error;
    toastProblem(error);
  } finally {
    void invalidate(...claimReads);
  }
}
