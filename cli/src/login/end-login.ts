import { revokeApiKey } from "@groundplan/contract";
import { createClient } from "../../../client/src/index.ts";
import { type OAuthAnswer, revoke } from "./oauth.ts";
import type { Login, StoredKey } from "./stored-logins.ts";

/** Ends a stored login at its service, or revokes its key. */
export async function endLogin(url: string, login: Login | StoredKey): Promise<OAuthAnswer> {
  if (!("key" in login)) return revoke(url, login);
  await createClient({ url, apiKey: login.key }).call(revokeApiKey, { params: { keyId: login.keyId } });
  return {};
}
