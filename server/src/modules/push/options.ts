/** What a push was asked to leave out; part of its run's row. */
export interface PushOptions {
  holdBelowReady: boolean;
  includeSubPlans: boolean;
  /** Ids: only these specs of the plan itself, and no sub-plans. */
  specIds: string[] | null;
}
