import { hash } from "node:crypto";

/**
 * A strong ETag made of the content's revision and of what the caller may see, which is the answer itself
 * (decisions section 1, concurrency).
 */
export function etagOf(revision: number, body: string): string {
  return `"${revision}-${hash("sha256", body, "base64url").slice(0, 22)}"`;
}

/** `If-None-Match` compares the whole tag, weakly (RFC 9110 section 13.1.2). */
export function noneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true;
  if (header.trim() === "*") return false;
  return !header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** `If-Match` compares the revision; a tag that holds none matches nothing. */
export function parseIfMatch(header: string | undefined): readonly number[] | "*" | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === "*") return "*";
  return header.split(",").map((tag) => Number(/^"(\d+)(?:-[\w-]*)?"$/.exec(tag.trim())?.[1] ?? -1));
}
