export interface QuoteTables {
  /** Where the criteria of accepted specs come from. */
  criterion_sources: {
    workspace_id: string;
    id: string;
    /** The spec's plan; follows the spec. */
    plan_id: string;
    spec_id: string;
    /** Of the criterion's text, by which an entry belongs to a criterion. */
    words_hash: string;
    /** Null if the author assumed the criterion; stays after the source is deleted. */
    source_id: string | null;
    /** The quote in the source's document, shared by all criteria that quote the same words. */
    anchor_id: string | null;
  };
}
