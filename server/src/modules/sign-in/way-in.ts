import { ApiError } from "../../errors.ts";
import { lockPerson, type Tx } from "../../storage/dialect.ts";

/**
 * Removes a sign-in method, and throws 409 `last_way_in` if it was the last one. Serialized per user. Only
 * the operator's `issuer` counts.
 */
export async function keepingAWayIn<T>(
  tx: Tx,
  { userId, issuer }: { userId: string; issuer: string | null },
  take: () => Promise<T>,
): Promise<T> {
  await lockPerson(tx, userId);
  const taken = await take();
  const mine = (table: "passwords" | "passkeys" | "linked_issuers") =>
    tx.selectFrom(table).select("user_id").where("user_id", "=", userId).limit(1);
  const linked = mine("linked_issuers").where("issuer", "=", issuer);
  for (const way of [mine("passwords"), mine("passkeys"), linked])
    if (await way.executeTakeFirst()) return taken;
  throw new ApiError(
    "last_way_in",
    "This is the only way in which you can sign in. Set a password or add a passkey first.",
  );
}
