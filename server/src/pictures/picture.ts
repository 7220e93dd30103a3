import type { PictureType } from "@groundplan/contract";

/** A picture without metadata. */
export interface Picture {
  type: PictureType;
  width: number;
  height: number;
  body: Buffer;
}

/** Reads one format: null if the bytes are of another one, and throws `NotWhole` if they end early or make no sense. */
export type ReadPicture = (bytes: Buffer) => Picture | null;

/** A picture whose bytes end early or contradict themselves. */
export class NotWhole extends Error {}

/** Reads bytes from front to end; throws `NotWhole` beyond it. */
export class ByteReader {
  readonly bytes: Buffer;
  at: number;
  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }
  /** Returns the next bytes without passing them. */
  peek(count: number): Buffer {
    if (this.at + count > this.bytes.length) throw new NotWhole();
    return this.bytes.subarray(this.at, this.at + count);
  }
  take(count: number): Buffer {
    const taken = this.peek(count);
    this.at += count;
    return taken;
  }
  byte(): number {
    return this.take(1)[0] ?? 0;
  }
}
