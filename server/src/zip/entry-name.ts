/**
 * Returns what is wrong with the name of an entry; null where it is a relative path of plain names. Nothing is written
 * to a disk here, but people who export and unpack the same files later must be safe.
 */
export function nameProblem(name: string): string | null {
  if (name.includes("\\")) return "has a backslash in its name";
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) return "has an absolute path";
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return "has a control character in its name";
  const parts = name.replace(/\/$/, "").split("/");
  if (parts.some((part) => part === "..")) return "leads out of its folder";
  if (parts.some((part) => part === "" || part === ".")) return "has an empty part in its path";
  if (Buffer.byteLength(name) > 1024) return "has a name of more than 1024 bytes";
  return null;
}

/** Returns true for the files that macOS and Windows leave in archives and folders, which belong to nobody. */
export const isLitter = (name: string) =>
  /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)(?:\/|$)/.test(name) ||
  /(?:^|\/)\._[^/]*$/.test(name);
