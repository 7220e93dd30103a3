/** Returns where a link leads, if that may stand in a text; undefined for scripts, files and places of a page. */
export function allowedAddress(href: unknown): string | undefined {
  if (typeof href !== "string" || !URL.canParse(href.trim())) return undefined;
  const address = new URL(href.trim());
  if (!["http:", "https:", "mailto:"].includes(address.protocol)) return undefined;
  return targetOf(address).href;
}

/** Google's documents lead to other sites by a page of Google. */
function targetOf(address: URL): URL {
  const target = address.searchParams.get("q");
  const isWay = address.hostname === "www.google.com" && address.pathname === "/url";
  return isWay && target !== null && /^https?:\/\//.test(target) && URL.canParse(target)
    ? new URL(target)
    : address;
}
