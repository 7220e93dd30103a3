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
    this.#require(count);
    return this.bytes.subarray(this.at, this.at + count);
  }
  take(count: number): Buffer {
    const taken = this.peek(count);
    this.at += count;
    return taken;
  }
  /** Passes bytes, without a view of them: a file may have millions of parts. */
  pass(count: number): void {
    this.#require(count);
    this.at += count;
  }
  byte(): number {
    this.pass(1);
    return this.bytes[this.at - 1] ?? 0;
  }
  #require(count: number): void {
    if (this.at + count > this.bytes.length) throw new NotWhole();
  }
}

/** Collects the kept parts of a picture in one piece of memory, since a list of millions would take many times theirs. */
export class Kept {
  readonly #bytes: Buffer;
  readonly #body: Buffer;
  #length = 0;
  /** `more` are bytes that no part of the picture has. */
  constructor(bytes: Buffer, more = 0) {
    this.#bytes = bytes;
    this.#body = Buffer.allocUnsafe(bytes.length + more);
  }
  add(part: Buffer): void {
    this.#length += part.copy(this.#body, this.#length);
  }
  /** Adds a range of the picture, which shares no memory with what is kept. */
  addRange(from: number, to: number): void {
    this.#length += this.#bytes.copy(this.#body, this.#length, from, to);
  }
  get body(): Buffer {
    return this.#body.subarray(0, this.#length);
  }
}
