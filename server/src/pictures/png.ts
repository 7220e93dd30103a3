import { crc32 } from "node:zlib";
import { exifOf, mostGrown, type Orientation, orientationOf, turned } from "./orientation.ts";
import { ByteReader, Kept, NotWhole, type ReadPicture } from "./picture.ts";

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Chunks that change how the picture looks; all others are metadata. */
const looks = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI acTL fcTL fdAT".split(" "),
);

/** Reads a PNG, also an animated one (PNG, third edition). */
export const readPng: ReadPicture = (bytes) => {
  if (!bytes.subarray(0, 8).equals(signature)) return null;
  const reader = new ByteReader(bytes, 8);
  const kept = new Kept(bytes, mostGrown);
  kept.add(signature);
  const header = reader.peek(25);
  if (header.toString("latin1", 4, 8) !== "IHDR") throw new NotWhole();
  let hasExif = false;
  let orientation: Orientation | null = null;
  for (let hasData = false; ; ) {
    const from = reader.at;
    const head = reader.peek(8);
    const type = head.toString("latin1", 4);
    reader.pass(head.readUInt32BE(0) + 12);
    if (type === "eXIf" && !hasExif) {
      hasExif = true;
      orientation = orientationOf(bytes.subarray(from + 8, reader.at - 4));
      if (orientation !== null) kept.add(exifChunk(orientation));
    }
    if (looks.has(type)) kept.addRange(from, reader.at);
    hasData ||= type === "IDAT";
    if (type !== "IEND") continue;
    if (!hasData) throw new NotWhole();
    const [width, height] = [header.readUInt32BE(8), header.readUInt32BE(12)];
    return { type: "image/png", ...turned({ width, height }, orientation), body: kept.body };
  }
};

function exifChunk(orientation: Orientation): Buffer {
  const exif = exifOf(orientation);
  const chunk = Buffer.concat([Buffer.from("\0\0\0\0eXIf", "latin1"), exif, Buffer.alloc(4)]);
  chunk.writeUInt32BE(exif.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
