/** This is where a spec is. */
export interface SpecParams {
  projectSlug: string;
  planShortId: string;
  specShortId: string;
}
