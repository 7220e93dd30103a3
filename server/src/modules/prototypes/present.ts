import type { Prototype, PrototypeShare } from "@groundplan/contract";
import { mediaTypeOf } from "./media-type.ts";
import { inOrder, type PrototypeFile, type PrototypeRow, type ShareRow } from "./store.ts";

export const presentPrototype = (row: PrototypeRow, files: readonly PrototypeFile[]): Prototype => ({
  entry: row.entry,
  bytes: row.bytes,
  files: inOrder(files).map(({ path, bytes }) => ({ path, bytes, type: mediaTypeOf(path) })),
  revision: row.revision,
  updatedAt: row.updated_at,
});

/** Returns the API's form of a link, for editors of the plan. */
export const presentShare = (
  { id, expires_at }: Pick<ShareRow, "id" | "expires_at">,
  { entry, token, url, isDark }: { entry: string; token: string; url: string; isDark: boolean },
): PrototypeShare => ({
  id,
  path: entry,
  token,
  url,
  expiresAt: expires_at,
  revoked: false,
  live: !isDark,
});
