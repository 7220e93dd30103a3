import { createHmac, timingSafeEqual } from "node:crypto";

/** A notice from a tracker that something changed. It is a hint only: the items are read again. */
export interface Hint {
  /** The tracker's own number of the delivery, by which a repetition is told. */
  deliveryId: string;
  /** Ids of items as the ledger knows them (`External.id`). */
  externalIds: string[];
}

/**
 * Reads a notice whose signature is right; null where it is not. `notice` that speaks of nothing of ours has no ids.
 * Signatures are compared in constant time, over the body as it arrived.
 */
export type ReadHook = (notice: Notice, secret: string) => Hint | null;

export interface Notice {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** Whether `hex` is the body's HMAC-SHA256 under the secret; an empty secret signs nothing. */
export function isSigned(body: Buffer, secret: string, hex: string | undefined): boolean {
  if (secret === "" || hex === undefined || !/^[\da-f]{64}$/i.test(hex)) return false;
  const right = createHmac("sha256", secret).update(body).digest();
  return timingSafeEqual(right, Buffer.from(hex, "hex"));
}

/** A header of which there is one. */
export function headerOf({ headers }: Pick<Notice, "headers">, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A signature as GitHub and Jira send it, `sha256=…`. */
export const hexOf = (header: string | undefined) => /^sha256=(.*)$/i.exec(header ?? "")?.[1];
