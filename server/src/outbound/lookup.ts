import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { OutboundError } from "./errors.ts";

/** Returns all addresses of a host name, as `dns.promises.lookup(name, { all: true })` does. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Returns a `lookup` for sockets that resolves once and refuses the name if any of its addresses is not allowed. The
 * socket dials what was checked here, so a name that changes its address between check and use (DNS rebinding) gains
 * nothing. Sockets don't call it for IP literals.
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

async function checkedAddresses(
  hostname: string,
  resolve: Resolve,
  allowed: (address: string) => boolean,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(hostname);
  if (!first) throw new OutboundError("unreachable", "ENOTFOUND");
  const addresses: [LookupAddress, ...LookupAddress[]] = [first, ...others];
  if (!addresses.every(({ address }) => allowed(address))) throw new OutboundError("blocked_address");
  return addresses;
}
