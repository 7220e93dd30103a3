import { hash } from "node:crypto";

/**
 * Returns a strong ETag of the revision and the answer, which depends on the caller's access (decisions
 * section 1, concurrency).
 */
export function etagOf(revision: number, body: string | Buffer): string {
  return `"${revision}-${hash("sha256", body, "base64url").slice(0, 22)}"`;
}

/** Tests that `If-None-Match` doesn't contain the tag, by weak comparison (RFC 9110 section 13.1.2). */
export function noneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true;
  if (header.trim() === "*") return false;
  return !header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** Returns the revisions in `If-Match`; tags without a revision match nothing. */
export function parseIfMatch(header: string | undefined): readonly number[] | "*" | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === "*") return "*";
  return header.split(",").map((tag) => Number(/^"(\d+)(?:-[\w-]*)?"$/.exec(tag.trim())?.[1] ?? -1));
}
