import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { OutboundError } from "./errors.ts";
import { checkUrl } from "./request.ts";

/** Resolves a host name as `dns.promises.lookup(name, { all: true })` does. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Returns a socket `lookup` that resolves once and refuses the name if any address is not allowed. Sockets
 * dial the checked addresses, which defeats DNS rebinding. Not called for IP literals.
 */
export function guardedLookup(resolve: Resolve, allowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(hostname, resolve, allowed).then(
      ([first, ...others]) => {
        if (options.all) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

/** Returns a host's addresses; throws if one is not allowed. */
export async function checkedAddresses(
  hostname: string,
  resolve: Resolve,
  allowed: (address: string) => boolean,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(hostname);
  if (!first) throw new OutboundError("dns");
  const addresses: [LookupAddress, ...LookupAddress[]] = [first, ...others];
  if (!addresses.every(({ address }) => allowed(address))) throw new OutboundError("blocked_address");
  return addresses;
}

/** Milliseconds per name check. */
const lookMs = 3000;

/** Throws for a malformed or currently blocked address. */
export async function checkAddress(
  address: string,
  resolve: Resolve,
  allowed: (address: string) => boolean,
): Promise<void> {
  const url = URL.parse(address);
  if (!url) throw new OutboundError("bad_url");
  checkUrl(url, allowed);
  if (isIP(url.hostname.replace(/^\[|\]$/g, ""))) return;
  const unknown: LookupAddress[] = [];
  const found = await Promise.race([
    resolve(url.hostname).catch(() => unknown),
    sleep(lookMs, unknown, { ref: false }),
  ]);
  if (!found.every((one) => allowed(one.address))) throw new OutboundError("blocked_address");
}
