import type { Owner } from "./owner.ts";

const mebibyte = 1024 * 1024;
/** The most answers above 64 KiB that are under way to one address. */
const mostOfAddress = 64;
/** The most bytes of answers that may wait for the readers of one party, and of all. */
const mostOfParty = 8 * mebibyte;
const mostOfAll = 64 * mebibyte;

/** The part of the pool that an address or a party uses. */
interface Share {
  /** The answers above 64 KiB that are under way. */
  large: number;
  /** The bytes that are made and not taken. */
  bytes: number;
}

/** Adds up what owners of answers have under way. */
export class Shares {
  readonly #shares = new Map<string, Share>();
  #all = 0;

  get isOverfull(): boolean {
    return this.#all > mostOfAll;
  }

  /** Returns true if a large answer may begin. A party that has nothing under way may have one of any size. */
  hasRoom({ address, party }: Owner, bytes: number): boolean {
    if (address !== null && (this.#shares.get(ofAddress(address))?.large ?? 0) >= mostOfAddress) return false;
    const held = this.#shares.get(ofParty(party))?.bytes ?? 0;
    return held === 0 || held + bytes <= mostOfParty;
  }

  /** Adds to what an owner has under way, or takes from it. */
  add(owner: Owner, { large = 0, bytes = 0 }: Partial<Share>): void {
    this.#all += bytes;
    for (const name of namesOf(owner)) {
      const share = this.#shares.get(name) ?? { large: 0, bytes: 0 };
      share.large += large;
      share.bytes += bytes;
      if (share.large === 0 && share.bytes === 0) this.#shares.delete(name);
      else this.#shares.set(name, share);
    }
  }

  /** Returns the party with the most bytes. */
  largestParty(): string | undefined {
    let largest: string | undefined;
    let most = 0;
    for (const [name, { bytes }] of this.#shares)
      if (bytes > most && name.startsWith(partyPrefix)) {
        most = bytes;
        largest = name.slice(partyPrefix.length);
      }
    return largest;
  }
}

const partyPrefix = "party ";
const ofParty = (party: string) => `${partyPrefix}${party}`;
const ofAddress = (address: string) => `address ${address}`;
const namesOf = ({ address, party }: Owner) =>
  address === null ? [ofParty(party)] : [ofParty(party), ofAddress(address)];
