import { type Kysely, sql } from "kysely";

/** Adds webhooks and their deliveries, which end with their member and project. */
export async function webhooks(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table webhooks (workspace_id text not null, id text not null, user_id text not null, connection_id text,
    url text not null, events text, project_id text, enabled integer not null, disabled_reason text, sealed_secrets text,
    cursor bigint not null, failures integer not null, created_at text not null, primary key (workspace_id, id),
    foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade,
    foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade)`,
  "create index webhooks_person on webhooks (workspace_id, user_id, id)",
  "create index webhooks_project on webhooks (workspace_id, project_id) where project_id is not null",
  "create index webhooks_enabled on webhooks (workspace_id, id) where enabled = 1",
  `create table webhook_deliveries (workspace_id text not null, webhook_id text not null, id text not null,
    event_seq bigint not null, type text not null, subject text not null, state text not null, again integer not null,
    attempts integer not null, tries integer not null, last_status integer, next_attempt_at text, scheduled_at text,
    fence integer not null, leased integer not null, created_at text not null, ended_at text,
    primary key (workspace_id, webhook_id, id),
    foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade)`,
  "create unique index webhook_deliveries_event on webhook_deliveries (workspace_id, webhook_id, event_seq)",
  `create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, next_attempt_at)
    where state = 'pending' and next_attempt_at is not null`,
  `create index webhook_deliveries_subject on webhook_deliveries (workspace_id, webhook_id, subject, event_seq)
    where state = 'pending'`,
  "create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null",
];
