import { ApiError } from "../../errors.ts";
import { lockService, type Tx } from "../../storage/dialect.ts";

/**
 * Runs what takes a way to sign in from a person, and throws 409 `last_way_in` where it was the last one. Two of them
 * at once run one after the other.
 */
export async function keepingAWayIn<T>(tx: Tx, userId: string, take: () => Promise<T>): Promise<T> {
  await lockService(tx);
  const taken = await take();
  for (const table of ["passwords", "passkeys"] as const) {
    const way = await tx.selectFrom(table).select("user_id").where("user_id", "=", userId).limit(1).execute();
    if (way.length > 0) return taken;
  }
  throw new ApiError(
    "last_way_in",
    "This is the only way in which you can sign in. Set a password or add a passkey first.",
  );
}
