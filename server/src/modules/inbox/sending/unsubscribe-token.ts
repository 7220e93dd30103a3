import { createHmac, timingSafeEqual } from "node:crypto";
import { type NotificationKind, notificationKind } from "@groundplan/contract";
import type { Keyring } from "../../../secrets/keyring.ts";
import { serviceKeys } from "../../../secrets/service-keys.ts";

/** The mails that a link ends: of a kind, or the daily ones. */
export interface Unsubscribing {
  workspaceId: string;
  userId: string;
  of: NotificationKind | "digest";
}

const signaturesOf = (keyring: Keyring, payload: string): Buffer[] =>
  serviceKeys(keyring, "unsubscribe").map((key) => createHmac("sha256", key).update(payload).digest());

/** Returns the token of a link that ends mails. It has no end, as mails have none. */
export function unsubscribeToken(keyring: Keyring, { workspaceId, userId, of }: Unsubscribing): string {
  const payload = Buffer.from(JSON.stringify([workspaceId, userId, of])).toString("base64url");
  return `${payload}.${signaturesOf(keyring, payload)[0]?.toString("base64url")}`;
}

/** Returns what a token ends; null if it wasn't made here. */
export function readUnsubscribeToken(keyring: Keyring, token: string): Unsubscribing | null {
  const [payload = "", signature = ""] = token.split(".");
  const given = Buffer.from(signature, "base64url");
  const isOurs = signaturesOf(keyring, payload).some(
    (own) => own.length === given.length && timingSafeEqual(own, given),
  );
  if (!isOurs) return null;
  const [workspaceId, userId, of] = JSON.parse(Buffer.from(payload, "base64url").toString()) as string[];
  const kind = [...notificationKind.options, "digest" as const].find((name) => name === of);
  return workspaceId && userId && kind ? { workspaceId, userId, of: kind } : null;
}
