import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { accessTokenCredential } from "./access-token-credential.ts";
import { createKey, createWorkspace, revokeKey } from "./admin-commands.ts";
import { apiKeyCredential } from "./api-key-credential.ts";
import { keyCreate, keyGet, keyRevoke, keysList, keyUpdate } from "./api-keys.ts";
import { index, openApi } from "./index-page.ts";
import { changes, me } from "./me.ts";

export const identity: Module<Context> = {
  name: "identity",
  handlers: [index, openApi, changes, me, keysList, keyGet, keyCreate, keyUpdate, keyRevoke],
  commands: [
    createWorkspace,
    createKey,
    revokeKey,
    apiKeyCredential.recordUse,
    accessTokenCredential.recordUse,
  ],
  // Keys are stored as hashes.
  tables: { workspaces: "kept", users: "kept", memberships: "kept", api_keys: "kept" },
  events: ["workspace.created", "member.added", "api_key.created", "api_key.revoked", "api_key.renamed"],
};
