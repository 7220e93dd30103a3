import type { Author } from "../../actor.ts";
import { lockPerson, type Tx } from "../../storage/dialect.ts";
import { revokeKeysOf } from "./api-keys.ts";
import { revokeConnectionsOf } from "./end-connection.ts";

/** Console tokens aren't counted as credentials: members get new ones. */
async function endTokensOf(tx: Tx, by: Author, userId: string): Promise<number> {
  await lockPerson(tx, userId);
  await tx
    .deleteFrom("access_tokens")
    .where("workspace_id", "=", by.workspaceId)
    .where("user_id", "=", userId)
    .execute();
  return 0;
}

/** Functions that end a user's credentials of one kind and return the number of active ones. */
const kinds: readonly ((tx: Tx, by: Author, userId: string) => Promise<number>)[] = [
  revokeKeysOf,
  revokeConnectionsOf,
  endTokensOf,
];

/** Ends all of a user's credentials in the author's workspace and returns the number of active ones. */
export async function endCredentials(tx: Tx, by: Author, userId: string): Promise<number> {
  let ended = 0;
  for (const end of kinds) ended += await end(tx, by, userId);
  return ended;
}
