export interface AuditFilter {
  /** The acting user's id. */
  actor?: string | undefined;
  /** The event type; validated by the page (`audit.tsx`). */
  kind?: string | undefined;
  /** Only programs: keys, and apps other than the console. */
  agents?: true | undefined;
}

/** Parses a filter, ignoring unknown values. */
export const auditFilterOf = ({ actor, kind, agents }: Record<string, unknown>): AuditFilter => ({
  actor: typeof actor === "string" && actor !== "" ? actor : undefined,
  kind: typeof kind === "string" && kind !== "" ? kind : undefined,
  agents: agents === true || agents === "true" ? true : undefined,
});

/** Formats an event type: `spec.status_changed` becomes "spec status changed". */
export const kindWords = (kind: string): string => kind.replaceAll(/[._]/g, " ");
