import { type Kysely, sql } from "kysely";

/** Adds MCP servers, their tools, and the switches of workspaces and projects. */
export async function mcpServers(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const inWorkspace = "workspace_id text not null references workspaces (id) on delete cascade";

const statements = [
  `create table mcp_servers (${inWorkspace}, id text not null, slug text not null, label text not null,
    description text, url text not null, auth_mode text not null, sealed_token text, token_set_by text,
    token_set_at text, offers_oauth integer not null, revision integer not null, created_at text not null,
    updated_at text not null, primary key (workspace_id, id))`,
  "create unique index mcp_servers_slug on mcp_servers (workspace_id, slug)",
  `create table connector_toolsets (${inWorkspace}, connector_id text not null, enabled integer,
    probe_status text, probe_error text, probed_at text, discovered_at text, discovered integer not null,
    dropped text not null, next_probe_at text, primary key (workspace_id, connector_id))`,
  "create index connector_toolsets_due on connector_toolsets (next_probe_at) where next_probe_at is not null",
  `create table connector_tools (workspace_id text not null, connector_id text not null, name text not null,
    position integer not null, listed integer not null, access text not null, state text not null,
    fingerprint text not null, definition text not null, seen_at text not null,
    primary key (workspace_id, connector_id, name),
    foreign key (workspace_id, connector_id) references connector_toolsets (workspace_id, connector_id)
      on delete cascade)`,
  `create table project_toolsets (workspace_id text not null, project_id text not null, connector_id text not null,
    tool text not null, enabled integer not null, primary key (workspace_id, project_id, connector_id, tool),
    foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade)`,
  "create index project_toolsets_connector on project_toolsets (workspace_id, connector_id)",
];
