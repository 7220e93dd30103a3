/** Joins and normalizes the parts of a path. */
export function joined(...parts: string[]): string {
  const path = parts.filter((part) => part !== "").join("/");
  const isWhole = path.startsWith("/");
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!isWhole) kept.push(part);
  }
  return `${isWhole ? "/" : ""}${kept.join("/")}` || ".";
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Returns the parent folder of an absolute path. */
export const above = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";
