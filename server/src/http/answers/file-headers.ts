import type { RawFile } from "@groundplan/contract";

/** Active types, which are sent as octet-stream. */
const active = /html|xml|svg|script|xsl/;
const type = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,60}$/;

/** Returns headers for an untrusted file: a download unless it is shown, sandboxed, no sniffing. */
export function headersOfFile({
  name,
  mediaType,
  bytes,
  isShown,
}: Omit<RawFile, "content">): Record<string, string> {
  return {
    "content-type": type.test(mediaType) && !active.test(mediaType) ? mediaType : "application/octet-stream",
    ...(bytes === undefined ? {} : { "content-length": String(bytes) }),
    "content-disposition": `${isShown ? "inline" : "attachment"}; filename="${plain(name)}"; filename*=UTF-8''${encoded(name)}`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  };
}

/** Returns an ASCII fallback name. */
const plain = (name: string) => name.replace(/[^\w .()-]/gu, "_");

/** Encodes a name by RFC 8187, without bidi marks, which could disguise the extension. */
const encoded = (name: string) =>
  encodeURIComponent(name.replace(/\p{Bidi_Control}/gu, "")).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
