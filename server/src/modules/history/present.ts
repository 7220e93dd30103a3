import type { AuditEntry, EventType, WorkspaceEvent } from "@groundplan/contract";
import { credentialOf } from "../../events/credential.ts";
import { personOf } from "../../events/person.ts";
import { planHandle, specHandle } from "../handles.ts";
import type { EventRow } from "./store.ts";
import type { Seen } from "./visibility.ts";

/** Returns an event's form in the API, with or without its data. */
export function presentEvent(row: EventRow, seen: Exclude<Seen, "none">): WorkspaceEvent {
  return {
    ...stampOf(row),
    credential: credentialOf(row),
    ...(row.project_slug === null ? {} : { projectSlug: row.project_slug }),
    ...(row.plan_number === null ? {} : { planShortId: planHandle(row.plan_number) }),
    ...(row.spec_number === null ? {} : { specShortId: specHandle(row.spec_number) }),
    data: seen === "whole" ? (JSON.parse(row.data) as WorkspaceEvent["data"]) : {},
  };
}

/**
 * Returns an audit entry, without handles and names if unreadable. Unlike streams, the audit names lost
 * resources only if they are gone for everyone.
 */
export const presentEntry = (row: EventRow, seen: Seen): AuditEntry =>
  seen === "none" || (seen === "ended" && row.standing_plan_id !== null)
    ? { ...stampOf(row), credential: null, data: {}, credentialId: null }
    : { ...presentEvent(row, seen), credentialId: row.credential_id };

function stampOf({ seq, type, created_at, actor_user_id: userId, actor_name: name }: EventRow) {
  return { seq, type: type as EventType, at: created_at, actor: personOf(userId, name) };
}
