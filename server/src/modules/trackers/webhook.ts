import { createHmac, timingSafeEqual } from "node:crypto";

/** A tracker's notice that something changed. It is a hint only: the items are read again. */
export interface WebhookHint {
  /** The tracker's own number of the delivery, by which a repetition is recognized. */
  deliveryId: string;
  /** The ids of items as the ledger knows them (`External.id`). */
  externalIds: string[];
}

/**
 * Reads a notice; null where its signature is not right. A notice about nothing of ours has no ids. Signatures are
 * compared in constant time, over the body as it arrived.
 */
export type ReadWebhook = (notice: WebhookRequest, secret: string) => WebhookHint | null;

export interface WebhookRequest {
  /** The headers, with names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** Returns true where `hex` is the body's HMAC-SHA256 under the secret; an empty secret signs nothing. */
export function isSigned(body: Buffer, secret: string, hex: string | undefined): boolean {
  if (secret === "" || hex === undefined || !/^[\da-f]{64}$/i.test(hex)) return false;
  const right = createHmac("sha256", secret).update(body).digest();
  return timingSafeEqual(right, Buffer.from(hex, "hex"));
}

/** Returns a header that is there once; undefined otherwise. */
export function headerOf({ headers }: Pick<WebhookRequest, "headers">, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the hex of a signature in the form of GitHub and Jira, `sha256=…`. */
export const hexOf = (header: string | undefined) => /^sha256=(.*)$/i.exec(header ?? "")?.[1];
