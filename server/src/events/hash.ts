import { hash as sha256 } from "node:crypto";
import type { Selectable } from "kysely";
import type { Tables } from "../storage/tables.ts";

/**
 * Returns the SHA-256 over the previous hash and the event's fields as JSON. Fields added later form a
 * trailing list, absent from older events, so that adding or removing it changes the hash.
 */
export function eventHash(previous: string, row: Omit<Selectable<Tables["events"]>, "hash">): string {
  const beside = [row.project_slug, row.plan_number, row.spec_number, row.readers];
  const fields = [
    previous,
    row.workspace_id,
    row.seq,
    row.type,
    row.actor_user_id,
    row.credential_id,
    row.project_id,
    row.plan_id,
    row.subject_id,
    row.data,
    row.created_at,
    ...(beside.some((value) => value !== null) ? [beside] : []),
    ...(row.told === null ? [] : [{ told: row.told }]),
  ];
  return sha256("sha256", JSON.stringify(fields));
}
