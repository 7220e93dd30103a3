import type { Evidence } from "@groundplan/contract";

export interface EvidenceTables {
  evidence: {
    workspace_id: string;
    id: string;
    /** The spec's plan; follows the spec. */
    plan_id: string;
    spec_id: string;
    /** Of the criterion's text, by which evidence belongs to a criterion. */
    words_hash: string;
    /** Label, number and text of the criterion when the evidence was given. */
    criterion_id: string | null;
    criterion_number: number;
    criterion_text: string;
    result: Evidence["result"];
    kind: Evidence["kind"];
    ref: string;
    checks: number | null;
    note: string | null;
    user_id: string;
    credential_id: string;
    /** 1 if it was given in a session of the console. */
    in_session: 0 | 1;
    claim_id: string | null;
    created_at: string;
  };
  /** Users who have claimed a spec or set it in progress. */
  spec_workers: {
    workspace_id: string;
    /** The spec's plan; follows the spec. */
    plan_id: string;
    spec_id: string;
    user_id: string;
  };
}
