/** This is what narrows the audit, as the address has it. */
export interface AuditFilter {
  /** The user id of who acted. */
  actor?: string | undefined;
  /** The kind of event; the room knows which there are (`known-kind.ts`). */
  kind?: string | undefined;
  /** Only what programs did: keys, and apps other than this console. */
  agents?: true | undefined;
}

/** Reads the filter of an address; what it does not know is left out. */
export const auditFilterOf = ({ actor, kind, agents }: Record<string, unknown>): AuditFilter => ({
  actor: typeof actor === "string" && actor !== "" ? actor : undefined,
  kind: typeof kind === "string" && kind !== "" ? kind : undefined,
  agents: agents === true || agents === "true" ? true : undefined,
});

/** Returns the API's own name of a kind of event as words: `spec.status_changed` is "spec status changed". */
export const kindWords = (kind: string): string => kind.replaceAll(/[._]/g, " ");
