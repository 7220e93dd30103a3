import { z } from "zod";

/** The weakest first. */
export const evidencePolicy = z.enum(["off", "asked", "required"]).meta({
  id: "EvidencePolicy",
  description: "`required`: a spec becomes `DONE` only with evidence for each of its criteria.",
});
export type EvidencePolicy = z.infer<typeof evidencePolicy>;

/** The weakest first. */
export const reviewerPolicy = z.enum(["anyone", "not_the_holder", "person"]).meta({
  id: "ReviewerPolicy",
  description:
    "Whose passes count under `required`, by their `trust`: all, `other` and `person`, or `person`.",
});
export type ReviewerPolicy = z.infer<typeof reviewerPolicy>;

/** A policy in force. */
export const Policy = z
  .object({ evidence: evidencePolicy, reviewer: reviewerPolicy })
  .meta({ id: "EffectivePolicy" });
export type Policy = z.infer<typeof Policy>;

/** The fields of a policy in a body. */
export const policyChange = { evidence: evidencePolicy.optional(), reviewer: reviewerPolicy.optional() };

/** A project's own policy; null follows the workspace. */
export const ownPolicy = {
  evidence: evidencePolicy
    .nullable()
    .meta({ id: "OwnEvidencePolicy", description: "Null follows the workspace." }),
  reviewer: reviewerPolicy
    .nullable()
    .meta({ id: "OwnReviewerPolicy", description: "Null follows the workspace." }),
};
export const ownPolicyChange = {
  evidence: ownPolicy.evidence.optional(),
  reviewer: ownPolicy.reviewer.optional(),
};
