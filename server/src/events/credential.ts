import type { NamedCredential } from "@groundplan/contract";
import { sql } from "kysely";

/** Tables whose rows record the credential that wrote them. */
type WrittenTable = "events" | "revisions" | "comments" | "suggestions" | "claims" | "evidence";

/** Selects a credential's current name: `key_name` or `app_name`; both null for others. */
export const credentialNames = (table: WrittenTable) => [
  nameIn("api_keys", "name", table).as("key_name"),
  nameIn("oauth_connections", "client_name", table).as("app_name"),
];

const nameIn = (credentials: string, column: string, table: WrittenTable) => sql<string | null>`(
  select named.${sql.ref(column)} from ${sql.table(credentials)} as named
  where named.workspace_id = ${sql.ref(`${table}.workspace_id`)}
    and named.id = ${sql.ref(`${table}.credential_id`)})`;

/** A row with the columns of `credentialNames`. */
interface Written {
  credential_id: string | null;
  key_name: string | null;
  app_name: string | null;
}

/**
 * Returns the credential that wrote a row; null for the service. The console's is a session without a name.
 */
export function credentialOf({ credential_id, key_name, app_name }: Written): NamedCredential | null {
  if (credential_id === null) return null;
  if (key_name !== null) return { kind: "api_key", name: key_name };
  return { kind: "oauth", name: app_name ?? "Console" };
}
