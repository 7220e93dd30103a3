import type { ModelKind, ModelScope } from "@groundplan/contract";

export interface ModelTables {
  /** Models of workspaces and of members; the operator's is a setting. */
  models: {
    workspace_id: string;
    id: string;
    /** The member whose it is; null for the workspace's. */
    user_id: string | null;
    name: string;
    kind: ModelKind;
    /** Null for the vendor's own address. */
    base_url: string | null;
    model: string;
    sealed_key: string | null;
    key_hint: string | null;
    /** 1 once it had a key: without one it is unusable then. */
    needs_key: number;
    context_tokens: number;
    max_output: number;
    /** Decimals for a million tokens; null without prices. */
    price_in: string | null;
    price_out: string | null;
    /** The minute of the last test, and the tests in it. */
    test_minute: string | null;
    tests: number;
    created_at: string;
    updated_at: string;
  };
  /** Sums by day (UTC), person and model, which outlive both. */
  model_usage: {
    workspace_id: string;
    day: string;
    user_id: string;
    model_id: string;
    /** "" without prices. */
    currency: string;
    model_name: string;
    model_scope: ModelScope;
    input_tokens: number;
    output_tokens: number;
    /** Millionths of the currency. */
    cost_micros: number;
    updated_at: string;
  };
}
