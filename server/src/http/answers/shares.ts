import type { Owner } from "./owner.ts";

const mebibyte = 1024 * 1024;
/** Concurrent answers above 64 KiB per address. */
const mostOfAddress = 64;
/** Unread bytes per party and in total. */
const mostOfParty = 8 * mebibyte;
const mostOfAll = 64 * mebibyte;

/** Usage of an address or party. */
interface Share {
  /** Active answers above 64 KiB. */
  large: number;
  /** Unread bytes. */
  bytes: number;
}

/** Sums owners' active answers. */
export class Shares {
  readonly #shares = new Map<string, Share>();
  #all = 0;

  get isOverfull(): boolean {
    return this.#all > mostOfAll;
  }

  /** Tests whether a large answer may start. An idle party may have one of any size. */
  hasCapacity({ address, party }: Owner, bytes: number): boolean {
    if (address !== null && (this.#shares.get(ofAddress(address))?.large ?? 0) >= mostOfAddress) return false;
    const held = this.#shares.get(ofParty(party))?.bytes ?? 0;
    return held === 0 || held + bytes <= mostOfParty;
  }

  /** Adjusts an owner's usage. */
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
