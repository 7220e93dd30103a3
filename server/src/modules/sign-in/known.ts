import { now } from "../../ids.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { checksumOk, hashSecret, newSecret } from "../identity/key-format.ts";

const prefix = "plan_known_";

export const newBrowserSecret = (): string => newSecret(prefix);

/** Tests whether anyone has signed in with this browser. */
export async function isKnownBrowser(db: Db, secret: string | undefined): Promise<boolean> {
  if (secret === undefined || !secret.startsWith(prefix) || !checksumOk(secret)) return false;
  return (await signInsIn(db, { browserHash: hashSecret(secret) })).length > 0;
}

/** Returns the key for rate limiting attempts without an account: a known browser, otherwise the address. */
export async function countedBy(
  db: Db,
  { knownBrowser = "", address }: { knownBrowser: string | undefined; address: string },
): Promise<string> {
  return (await isKnownBrowser(db, knownBrowser)) ? hashSecret(knownBrowser) : address;
}

const signInsIn = statement((db, param: Param<{ browserHash: string }>) =>
  db.selectFrom("known_browsers").select("user_id").where("browser_hash", "=", param("browserHash")).limit(1),
);

/** Known browsers per user; the least recently used is evicted. */
export const mostBrowsers = 50;

/** Records the address and browser of a sign-in. */
export async function remember(
  tx: Tx,
  userId: string,
  { sender, browserHash }: { sender: string; browserHash: string },
): Promise<void> {
  const seen_at = now();
  await tx
    .insertInto("known_senders")
    .values({ user_id: userId, sender, seen_at })
    .onConflict((conflict) => conflict.columns(["user_id", "sender"]).doUpdateSet({ seen_at }))
    .execute();
  await tx
    .insertInto("known_browsers")
    .values({ user_id: userId, browser_hash: browserHash, seen_at })
    .onConflict((conflict) => conflict.columns(["browser_hash", "user_id"]).doUpdateSet({ seen_at }))
    .execute();
  const newest = tx
    .selectFrom("known_browsers")
    .select("browser_hash")
    .where("user_id", "=", userId)
    .orderBy("seen_at", "desc")
    .orderBy("browser_hash")
    .limit(mostBrowsers);
  await tx
    .deleteFrom("known_browsers")
    .where("user_id", "=", userId)
    .where("browser_hash", "not in", newest)
    .execute();
}

export async function forgetBrowsers(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("known_browsers").where("user_id", "=", userId).execute();
}

/** An account's password hash, and whether its user has signed in from this address or browser before. */
export interface Account {
  userId: string;
  hash: string;
  isKnownSender: boolean;
  isKnownBrowser: boolean;
}

/** Returns the account with a password for an e-mail address. */
export async function findAccount(
  db: Db,
  attempt: { email: string; sender: string; browserHash: string },
): Promise<Account | undefined> {
  const [row] = await accountWith(db, attempt);
  return (
    row && {
      userId: row.id,
      hash: row.hash,
      isKnownSender: row.sender !== null,
      isKnownBrowser: row.browser_hash !== null,
    }
  );
}

const accountWith = statement((db, param: Param<{ email: string; sender: string; browserHash: string }>) =>
  db
    .selectFrom("users")
    .innerJoin("passwords", "passwords.user_id", "users.id")
    .leftJoin("known_senders", (join) =>
      join.onRef("known_senders.user_id", "=", "users.id").on("known_senders.sender", "=", param("sender")),
    )
    .leftJoin("known_browsers", (join) =>
      join
        .onRef("known_browsers.user_id", "=", "users.id")
        .on("known_browsers.browser_hash", "=", param("browserHash")),
    )
    .select(["users.id", "hash", "known_senders.sender", "known_browsers.browser_hash"])
    .where("email", "=", param("email")),
);
