export interface SecretTables {
  data_keys: { workspace_id: string; wrapped: string; created_at: string };
  canaries: { key_id: string; sealed: string };
}
