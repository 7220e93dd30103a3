import type { Context } from "../context.ts";
import { isProven } from "../identity/people.ts";

type Asked = Pick<Context, "db" | "config" | "publicUrl">;

/** Returns why a user gets no mail; null if they do. */
export async function unavailableMail({ db, config }: Asked, userId: string): Promise<string | null> {
  if (!config.mail) return "This service sends no mail. Its operator can name a mail server.";
  return (await isProven(db, userId))
    ? null
    : "Your address is not verified. Verify it in your profile, then mail can be sent there.";
}

/** Returns why browsers get no push; null if they do. Browsers accept them from safe origins only. */
export function unavailablePush({ publicUrl }: Pick<Context, "publicUrl">): string | null {
  const { protocol, hostname } = new URL(publicUrl());
  const isSafe = protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return isSafe
    ? null
    : "Browsers take notifications from addresses with https only. Its operator can serve this one by https.";
}
