/** Parts per path. */
const deepest = 30;

/**
 * Returns the problem with an entry's name; null for a plain relative path. Protects users who export and
 * unpack the files later.
 */
export function nameProblem(name: string): string | null {
  if (name.includes("\\")) return "has a backslash in its name";
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) return "has an absolute path";
  if (/[\p{Cc}\p{Bidi_Control}]/u.test(name) || !name.isWellFormed())
    return "has a control character in its name";
  const parts = name.replace(/\/$/, "").split("/");
  if (parts.length > deepest) return `lies in more than ${deepest - 1} folders`;
  if (parts.some((part) => part === "..")) return "leads out of its folder";
  if (parts.some((part) => part === "" || part === ".")) return "has an empty part in its path";
  if (parts.some((part) => Buffer.byteLength(part) > 255))
    return "has a part of more than 255 bytes in its path";
  if (Buffer.byteLength(name) > 1024) return "has a name of more than 1024 bytes";
  return null;
}

/** Tests for files that macOS and Windows leave in archives. */
export const isLitter = (name: string) =>
  /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)(?:\/|$)/.test(name) ||
  /(?:^|\/)\._[^/]*$/.test(name);
