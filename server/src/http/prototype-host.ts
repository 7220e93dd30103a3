import type { IncomingMessage } from "node:http";
import type { Context } from "../modules/context.ts";

/** Matches the addresses of public links, as the router does: it decodes what is escaped, and cases differ. */
const linkPath = /^\/(p|%70)(\/|$|\?)/;

/** Tells what a request may ask for, by the host that it names. */
export interface Hosts {
  /** True for what the prototypes' own host is asked for, and has not: everything but public links. */
  isMisplaced(request: IncomingMessage): boolean;
  /** True where public links are answered on the host that the request names. */
  hasLinks(request: IncomingMessage): boolean;
}

/**
 * Parts the hosts where prototypes have one of their own (`GROUNDPLAN_PROTOTYPE_URL`): that one answers public links and
 * nothing else, and any other does not answer them. Hosts are compared by their names; with their ports where the
 * service has the same name.
 */
export function partHosts({ config, publicUrl }: Pick<Context, "config" | "publicUrl">): Hosts {
  if (config.prototypeUrl === null) return { isMisplaced: () => false, hasLinks: () => true };
  const own = new URL(config.prototypeUrl);
  const isOwn = ({ headers: { host = "" } }: IncomingMessage): boolean => {
    const named = URL.parse(`${own.protocol}//${host}`);
    if (!named) return false;
    const byName = own.hostname !== new URL(publicUrl()).hostname;
    return byName ? named.hostname === own.hostname : named.host === own.host;
  };
  return {
    isMisplaced: (request) => isOwn(request) && !linkPath.test(request.url ?? ""),
    hasLinks: isOwn,
  };
}
