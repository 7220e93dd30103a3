import { exifOf, mostGrown, type Orientation, orientationOf, turned } from "./orientation.ts";
import { ByteReader, Kept, NotWhole, type Picture, type ReadPicture } from "./picture.ts";

const hasExif = 0x08;
const hasMetadata = hasExif | 0x04;
/** The place of the flags in a file that begins with `VP8X`. */
const flagsAt = 20;
const padding = Buffer.alloc(1);
/** Chunks that change how the picture looks. */
const looks = new Set(["VP8X", "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L"]);

/** Reads a WebP (RFC 9649). */
export const readWebp: ReadPicture = (bytes) => {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP") return null;
  const end = 8 + new ByteReader(bytes, 4).peek(4).readUInt32LE(0);
  if (end > bytes.length) throw new NotWhole();
  const reader = new ByteReader(bytes.subarray(0, end), 12);
  const kept = new Kept(bytes, 1 + mostGrown); // A last chunk of odd length may lack its padding.
  kept.add(Buffer.from("RIFF\0\0\0\0WEBP", "latin1"));
  let size: Size | null = null;
  let hasData = false;
  let mayHaveExif = false;
  let orientation: Orientation | null = null;
  while (!reader.isAtEnd) {
    const head = reader.peek(8);
    const type = head.toString("latin1", 0, 4);
    const length = head.readUInt32LE(4);
    const isExtended = type === "VP8X";
    const taken = reader.take(8 + length);
    const chunk = isExtended ? Buffer.from(taken) : taken;
    if (length % 2 === 1 && !reader.isAtEnd) reader.pass(1);
    if (type === "EXIF" && mayHaveExif) {
      mayHaveExif = false;
      orientation = orientationOf(withoutHead(chunk.subarray(8)));
    }
    if (!looks.has(type)) continue;
    const data = chunk.subarray(8);
    mayHaveExif ||= isExtended && size === null;
    size ??= sizeOf(type, data);
    hasData ||= !isExtended && type !== "ICCP" && type !== "ANIM";
    if (isExtended) data[0] = (data[0] ?? 0) & ~hasMetadata;
    kept.add(chunk);
    if (length % 2 === 1) kept.add(padding);
  }
  if (!size || !hasData) throw new NotWhole();
  if (orientation !== null) kept.add(exifChunk(orientation));
  const { body } = kept;
  if (orientation !== null) body.writeUInt8(body.readUInt8(flagsAt) | hasExif, flagsAt);
  body.writeUInt32LE(body.length - 8, 4);
  return { type: "image/webp", ...turned(size, orientation), body };
};

/** Some programs write the head that a JPEG needs. */
const withoutHead = (exif: Buffer) =>
  exif.toString("latin1", 0, 6) === "Exif\0\0" ? exif.subarray(6) : exif;

function exifChunk(orientation: Orientation): Buffer {
  const exif = exifOf(orientation);
  const head = Buffer.from("EXIF\0\0\0\0", "latin1");
  head.writeUInt32LE(exif.length, 4);
  return Buffer.concat([head, exif]);
}

type Size = Pick<Picture, "width" | "height">;

/** Returns the size in the first chunk, which is of one of these types. */
function sizeOf(type: string, data: Buffer): Size {
  if (data.length < 10 && type !== "VP8L") throw new NotWhole();
  if (type === "VP8X") return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
  if (type === "VP8 ") {
    if (data.readUIntBE(3, 3) !== 0x9d012a) throw new NotWhole();
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  }
  if (type !== "VP8L" || data.length < 5 || data[0] !== 0x2f) throw new NotWhole();
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
