/** A place of this console, as the router takes it. */
export interface LocalAddress {
  to: string;
  search: Record<string, string>;
}

/** Returns the place of the console that one of the API's addresses names; they begin with the service's own address. */
export function localAddress(url: string): LocalAddress {
  const { pathname, searchParams } = new URL(url, location.origin);
  return { to: pathname, search: Object.fromEntries(searchParams) };
}
