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
