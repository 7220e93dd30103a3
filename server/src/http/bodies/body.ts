import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "../../errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Throws unless a body is uncompressed UTF-8 (decisions section 1, invalid input). */
export function checkEncoding(headers: IncomingHttpHeaders): void {
  const { "content-type": type = "", "content-encoding": encoding = "" } = headers;
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new ApiError(
      "unsupported_media_type",
      "The body must be UTF-8: send it so, and `charset=utf-8` or none.",
    );
  if (!/^\s*(identity)?\s*$/i.test(encoding))
    throw new ApiError("unsupported_media_type", "The body must not be compressed: send it uncompressed.");
}

/** Parses a UTF-8 JSON body. Its texts are validated later. */
export function parseJson(raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(raw));
  } catch {
    throw new ApiError("invalid_json", "The body is not valid JSON in UTF-8. Send one JSON object.");
  }
}
