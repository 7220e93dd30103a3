/** Returns the console path that `to` names; null if a browser would go elsewhere. */
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
