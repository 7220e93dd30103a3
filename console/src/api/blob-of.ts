import type { RawFile } from "@groundplan/contract";

/** Reads a file to its end. */
export async function blobOf({ content, mediaType }: RawFile): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const part of content) parts.push(new Uint8Array(part));
  return new Blob(parts, { type: mediaType });
}
