import { createHmac, timingSafeEqual } from "node:crypto";

/** Only a hint: the items are read again. */
export interface WebhookHint {
  /** For deduplication. */
  deliveryId: string;
  /** As in the ledger (`External.id`). */
  externalIds: string[];
}

/**
 * Reads a notice; null for a wrong signature, no ids if irrelevant. Signatures cover the raw body and are
 * compared in constant time.
 */
export type ReadWebhook = (notice: WebhookRequest, secret: string) => WebhookHint | null;

export interface WebhookRequest {
  /** With lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** Compares HMAC-SHA256 in hex; an empty secret never matches. */
export function isSigned(body: Buffer, secret: string, hex: string | undefined): boolean {
  if (secret === "" || hex === undefined || !/^[\da-f]{64}$/i.test(hex)) return false;
  const right = createHmac("sha256", secret).update(body).digest();
  return timingSafeEqual(right, Buffer.from(hex, "hex"));
}

/** Returns a header that occurs exactly once. */
export function headerOf({ headers }: Pick<WebhookRequest, "headers">, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Extracts the hex of `sha256=…`, as sent by GitHub and Jira. */
export const hexOf = (header: string | undefined) => /^sha256=(.*)$/i.exec(header ?? "")?.[1];
