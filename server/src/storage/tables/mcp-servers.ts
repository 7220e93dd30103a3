import type { FailureReason, ToolAccess } from "@groundplan/contract";

/** `new` and `changed` are off until reviewed; `off` was chosen. */
export type ToolState = "on" | "off" | "new" | "changed";

export interface McpServerTables {
  mcp_servers: {
    workspace_id: string;
    id: string;
    /** Immutable: the connector's id is `x_` plus the slug. */
    slug: string;
    label: string;
    description: string | null;
    url: string;
    auth_mode: "anonymous" | "bearer";
    /** Sealed bearer token; null for anonymous servers and after a restore without secrets. */
    sealed_token: string | null;
    /** The token's last characters; null if set before hints existed. */
    token_hint: string | null;
    token_set_by: string | null;
    token_set_at: string | null;
    /** 1 if it answered 401 with an authorization server, so that it connects by OAuth. */
    offers_oauth: number;
    /** Counts changes of address and token, so that stale probes are dropped. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  /** A workspace's switches for any connector, and the last probe of an MCP server. */
  connector_toolsets: {
    workspace_id: string;
    connector_id: string;
    /** Null for the default: trackers and own servers on, curated servers off. */
    enabled: number | null;
    probe_status: string | null;
    probe_error: string | null;
    /** Failure class; null if none, or from earlier versions. */
    probe_reason: FailureReason | null;
    probed_at: string | null;
    /** Last successful listing, and its number of tools including dropped ones. */
    discovered_at: string | null;
    discovered: number;
    /** Tools dropped by the last successful probe, as a JSON list. */
    dropped: string;
    /** Next automatic probe, if any. */
    next_probe_at: string | null;
  };
  /** Tools of MCP servers. Unlisted ones stay for a while to keep their switches. */
  connector_tools: {
    workspace_id: string;
    connector_id: string;
    name: string;
    position: number;
    listed: number;
    access: ToolAccess;
    state: ToolState;
    /** Hash of name, description, schema and annotations as sent. */
    fingerprint: string;
    /** The agent's description as JSON: untrusted text, never an instruction. */
    definition: string;
    seen_at: string;
  };
  /** A project's switches for a connector (`tool` is empty) or one tool. */
  project_toolsets: {
    workspace_id: string;
    project_id: string;
    connector_id: string;
    tool: string;
    enabled: number;
  };
}
