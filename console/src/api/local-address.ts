/** A location in this console, as the router takes it. */
export interface LocalAddress {
  to: string;
  search: Record<string, string>;
}

/** Converts an absolute URL from the API into a console location. */
export function localAddress(url: string): LocalAddress {
  const { pathname, searchParams } = new URL(url, location.origin);
  return { to: pathname, search: Object.fromEntries(searchParams) };
}
