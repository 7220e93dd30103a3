import type { NamedCredential } from "@groundplan/contract";

/** What a row that was written by a credential has of it; `key_name` and `app_name` are joined. */
interface Written {
  credential_id: string | null;
  key_name: string | null;
  app_name: string | null;
}

/** Returns the credential that wrote a row, by its name of now; null for the service. The console's own credential is a session, without a name. */
export function credentialOf({ credential_id, key_name, app_name }: Written): NamedCredential | null {
  if (credential_id === null) return null;
  if (key_name !== null) return { kind: "api_key", name: key_name };
  return { kind: "oauth", name: app_name ?? "Console" };
}
