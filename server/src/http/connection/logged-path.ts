/** Returns a path for logs without the secret token of a public link. */
export function loggedPath(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return path.replace(/^\/+(p|%70)\/[^/]*/i, "/p/-");
}
