/** Joins the parts of a path, without `.`, `..` and doubled slashes where they can go. */
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

/** Returns the last name of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Returns the folder that a whole path lies in. */
export const above = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";
