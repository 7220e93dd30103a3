import type { By } from "../../events/append.ts";
import { lockPerson, type Tx } from "../../storage/dialect.ts";
import { revokeKeysOf } from "./api-keys.ts";
import { revokeConnectionsOf } from "./end-connection.ts";

/** The tokens of a console are no credentials of their own: it gets new ones as long as the person is a member. */
async function endTokensOf(tx: Tx, by: By, userId: string): Promise<number> {
  await lockPerson(tx, userId);
  await tx
    .deleteFrom("access_tokens")
    .where("workspace_id", "=", by.workspaceId)
    .where("user_id", "=", userId)
    .execute();
  return 0;
}

/** Each kind of credential ends those of a person in the author's workspace, and returns how many worked until now. */
const kinds: readonly ((tx: Tx, by: By, userId: string) => Promise<number>)[] = [
  revokeKeysOf,
  revokeConnectionsOf,
  endTokensOf,
];

/** Ends all credentials of a person in the author's workspace. Returns the number of those that worked until now. */
export async function endCredentials(tx: Tx, by: By, userId: string): Promise<number> {
  let ended = 0;
  for (const end of kinds) ended += await end(tx, by, userId);
  return ended;
}
