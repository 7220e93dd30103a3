export * from "./changelog.ts";
export * from "./common.ts";
export * from "./console.ts";
export { type Criterion, type LocatedCriterion, toCriterion } from "./criteria/label.ts";
export { announcesCriteria, isDefinitionOfDone } from "./criteria/names.ts";
export {
  type AcceptanceCriterion,
  acceptanceCriteria,
  type PossibleCriteria,
  possibleCriteria,
  readCriteria,
} from "./criteria/read-criteria.ts";
export * from "./endpoint.ts";
export * from "./endpoints.ts";
export * from "./errors.ts";
export * from "./events.ts";
export { type FailureReason, failureReason } from "./failure-reason.ts";
export * from "./integrations/tracker-keys.ts";
export * from "./multipart.ts";
export * from "./openapi.ts";
export * from "./people/mention.ts";
export * from "./picture-types.ts";
export * from "./planning/display-words.ts";
export * from "./text.ts";
export * from "./version.ts";
export * from "./visible.ts";
