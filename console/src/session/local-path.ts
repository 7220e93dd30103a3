/**
 * Returns the path of this console that `to` names, or null where it names anything else: another host, another scheme,
 * or a path that a browser would take for one.
 */
export function localPath(to: unknown, origin: string): string | null {
  if (typeof to !== "string" || !to.startsWith("/")) return null;
  try {
    const { origin: its, pathname, search, hash } = new URL(to, origin);
    if (its !== origin || pathname.startsWith("//")) return null;
    return `${pathname}${search}${hash}`;
  } catch {
    return null;
  }
}
