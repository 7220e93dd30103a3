export interface PlanParams {
  projectSlug: string;
  planShortId: string;
}

export interface SpecParams extends PlanParams {
  specShortId: string;
}
