import type { IncomingMessage } from "node:http";
import type { Context } from "../../modules/context.ts";

/** Matches public links as the router does: decoded and case-insensitive. */
const linkPath = /^\/(p|%70)(\/|$|\?)/;

/** Decides by host which requests are allowed. */
export interface Hosts {
  /** True for anything but public links on the prototypes' host. */
  isMisplaced(request: IncomingMessage): boolean;
  /** True if public links are served on the request's host. */
  hasLinks(request: IncomingMessage): boolean;
}

/**
 * Separates hosts if prototypes have their own (`GROUNDPLAN_PROTOTYPE_URL`): it serves only public links, and
 * other hosts serve none. Compares names, and ports if the names are equal.
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
