import type { EvidencePolicy, ReviewerPolicy } from "@groundplan/contract";

/** The weakest first, as the service orders them. */
export const evidenceWords: Readonly<Record<EvidencePolicy, string>> = {
  off: "Not asked for",
  asked: "Asked for: open criteria are named, and the spec is done anyway",
  required: "Required: a spec is done once each criterion has a pass that counts",
};

export const reviewerWords: Readonly<Record<ReviewerPolicy, string>> = {
  anyone: "Anyone's",
  not_the_holder: "That of anyone who didn't work on the spec",
  person: "That of a person in the console",
};
