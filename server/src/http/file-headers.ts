import type { RawFile } from "@groundplan/contract";

/**
 * The types that a browser or a program would run, whatever is in the file; they are sent as bytes that mean nothing.
 */
const active = /html|xml|svg|script|xsl/;
const type = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,60}$/;

/**
 * Returns the headers of a file that somebody has sent: it is saved and never shown, it is no page of this service even
 * where a program shows it, and its type is not guessed.
 */
export function headersOfFile({ name, mediaType, bytes }: Omit<RawFile, "content">): Record<string, string> {
  return {
    "content-type": type.test(mediaType) && !active.test(mediaType) ? mediaType : "application/octet-stream",
    ...(bytes === undefined ? {} : { "content-length": String(bytes) }),
    "content-disposition": `attachment; filename="${plain(name)}"; filename*=UTF-8''${encoded(name)}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  };
}

/** Returns a name for clients that know ASCII only. */
const plain = (name: string) => name.replace(/[^\w .()-]/gu, "_");

/** Encodes a name as RFC 8187 wants it; without marks of direction, which would show another ending than it has. */
const encoded = (name: string) =>
  encodeURIComponent(name.replace(/\p{Bidi_Control}/gu, "")).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
