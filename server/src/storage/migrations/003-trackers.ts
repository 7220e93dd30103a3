import { type Kysely, sql } from "kysely";

/** Adds pushes to three trackers, their limits, and synchronization. */
export async function trackers(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // One row per site instead of per connector. SQLite can't drop constraints, hence a new table.
  `create table connections_by_site (workspace_id text not null references workspaces (id) on delete cascade,
    id text not null, connector_id text not null, site text not null, is_current integer not null, account text,
    secret text, key_hint text, connected_by text, connected_at text, hook_secret text,
    primary key (workspace_id, id), unique (workspace_id, connector_id, site))`,
  `insert into connections_by_site (workspace_id, id, connector_id, site, is_current, account, secret, key_hint,
    connected_by, connected_at)
    select workspace_id, id, connector_id, site, 1, account, secret, key_hint, connected_by, connected_at
    from connections`,
  "drop table connections",
  "alter table connections_by_site rename to connections",
  "create unique index connections_current on connections (workspace_id, connector_id) where is_current = 1",
  "create index connections_id on connections (id)",
  "alter table push_runs add column cancelled_by text",
  "alter table push_steps add column path text",
  "alter table push_steps add column effort integer",
  "alter table push_steps add column extra text",
  "alter table push_items add column client_id text",
  "alter table push_items add column sending_revision integer",
  "alter table push_items add column sending_effort integer",
  "alter table push_items add column known text",
  "alter table push_items add column seen_status text",
  "alter table push_items add column held text",
  "create index push_items_external on push_items (workspace_id, connection_id, external_id) where external_id is not null",
  `create table tracker_limits (workspace_id text not null references workspaces (id) on delete cascade,
    connection_id text not null, name text not null, blocked_until text, free_at text, window_from text, used integer not null,
    primary key (workspace_id, connection_id, name))`,
  `create table tracker_polls (workspace_id text not null references workspaces (id) on delete cascade,
    connection_id text not null, target text not null, since text not null,
    primary key (workspace_id, connection_id, target))`,
  `create table tracker_deliveries (workspace_id text not null references workspaces (id) on delete cascade,
    connection_id text not null, delivery_id text not null, received_at text not null,
    primary key (workspace_id, connection_id, delivery_id))`,
  "create index tracker_deliveries_age on tracker_deliveries (received_at)",
];
