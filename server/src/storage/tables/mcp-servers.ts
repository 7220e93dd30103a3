import type { FailureReason, ToolAccess } from "@groundplan/contract";

/**
 * The states of a tool's switch at the workspace: `new` and `changed` are off until somebody looks, `off` was switched off
 * by somebody.
 */
export type ToolState = "on" | "off" | "new" | "changed";

export interface McpServerTables {
  mcp_servers: {
    workspace_id: string;
    id: string;
    /** It never changes: `x_` and the slug is the id of its connector. */
    slug: string;
    label: string;
    description: string | null;
    url: string;
    auth_mode: "anonymous" | "bearer";
    /** The sealed bearer token; null for anonymous ones, and after a restore from a backup without secrets. */
    sealed_token: string | null;
    /** The end of the token, for people; null also of one that was set before hints were kept. */
    token_hint: string | null;
    token_set_by: string | null;
    token_set_at: string | null;
    /** 1 where it answered 401 and named who lets people in: it is connected by OAuth. */
    offers_oauth: number;
    /** Counts changes of address and token, so that the result of a probe of what was before is dropped. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  /** The switches of a workspace for a connector of any kind, and the findings of the last probe of an MCP server. */
  connector_toolsets: {
    workspace_id: string;
    connector_id: string;
    /** Null while nobody has switched it: trackers and own servers are on then, curated ones off. */
    enabled: number | null;
    probe_status: string | null;
    probe_error: string | null;
    /** The class of the failure; null for none, and for probes of earlier versions. */
    probe_reason: FailureReason | null;
    probed_at: string | null;
    /** The last time that its tools could be read, and how many there were, dropped ones included. */
    discovered_at: string | null;
    discovered: number;
    /** The names of the tools that the last good probe left out, as a JSON list. */
    dropped: string;
    /** The time of the next probe by the service; null where there is none. */
    next_probe_at: string | null;
  };
  /** The tools of MCP servers. One that its server lists no more stays for a while, so that its switch is not forgotten. */
  connector_tools: {
    workspace_id: string;
    connector_id: string;
    name: string;
    position: number;
    listed: number;
    access: ToolAccess;
    state: ToolState;
    /** A hash over name, description, schema and annotations, as the server sent them. */
    fingerprint: string;
    /** The description that an agent gets, as JSON: text of others, never an instruction. */
    definition: string;
    seen_at: string;
  };
  /** A project's own switches: of a whole connector (`tool` is empty), or of one of its tools. */
  project_toolsets: {
    workspace_id: string;
    project_id: string;
    connector_id: string;
    tool: string;
    enabled: number;
  };
}
