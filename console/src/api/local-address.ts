/** A console location for the router. */
export interface LocalAddress {
  to: string;
  search: Record<string, string>;
}

/** Converts an API URL into a console location. */
export function localAddress(url: string): LocalAddress {
  const { pathname, searchParams } = new URL(url, location.origin);
  return { to: pathname, search: Object.fromEntries(searchParams) };
}
