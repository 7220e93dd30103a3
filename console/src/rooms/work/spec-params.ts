/** This is where a plan is. */
export interface PlanParams {
  projectSlug: string;
  planShortId: string;
}

/** This is where a spec is. */
export interface SpecParams extends PlanParams {
  specShortId: string;
}
