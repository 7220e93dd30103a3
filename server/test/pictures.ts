import { deflateSync } from "node:zlib";
import { form } from "./form.ts";

/** A secret that pictures have in all their metadata. */
export const secretPlace = "48.8584N 2.2945E";

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
};

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** Returns a black PNG; `metadata` adds texts, EXIF and a time. */
export function png(width = 2, height = 3, metadata = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc(height <= 10_000 ? (width + 1) * height : 1);
  const said = Buffer.from(`Comment\0${secretPlace}`);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    ...(metadata ? [chunk("tEXt", said), chunk("eXIf", said), chunk("iTXt", said), chunk("tIME", said)] : []),
    chunk("pHYs", Buffer.from([0, 0, 1, 0, 0, 0, 1, 0, 1])),
    chunk("IDAT", deflateSync(rows.subarray(0, 1_000_000))),
    ...(metadata ? [chunk("zTXt", said)] : []),
    chunk("IEND", Buffer.alloc(0)),
    ...(metadata ? [said] : []),
  ]);
}

const decoded = (base64: string) => Buffer.from(base64, "base64");

/** Pictures of one pixel. */
const tiny = {
  jpeg: Buffer.from(
    [
      "ffd8 ffe0 0010 4a46494600 0101 00 0001 0001 0000",
      `ffdb 0043 00 ${"01".repeat(64)}`,
      "ffc0 000b 08 0001 0001 01 011100",
      `ffc4 0014 00 01 ${"00".repeat(15)} 00`,
      `ffc4 0014 10 01 ${"00".repeat(15)} 00`,
      "ffda 0008 01 0100 00 3f 00 3f",
      "ffd9",
    ]
      .join("")
      .replaceAll(" ", ""),
    "hex",
  ),
  gif: decoded("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"),
  webp: decoded("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="),
};

const said = (before: string) => Buffer.from(`${before}${secretPlace}`, "latin1");

const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, data.length + 2]), data]);

/** Returns a JPEG; `metadata` adds EXIF, XMP, IPTC, a comment, and bytes after its end. */
export function jpeg(metadata = false): Buffer {
  if (!metadata) return tiny.jpeg;
  const added = [
    segment(0xe1, said("Exif\0\0")),
    segment(0xe1, said("http://ns.adobe.com/xap/1.0/\0")),
    segment(0xed, said("Photoshop 3.0\0")),
    segment(0xfe, said("")),
  ];
  return Buffer.concat([tiny.jpeg.subarray(0, 2), ...added, tiny.jpeg.subarray(2), said("MPF")]);
}

const block = (data: Buffer) => Buffer.concat([Buffer.from([data.length]), data]);

/** Returns a GIF; `metadata` adds a comment, XMP and bytes after its end. */
export function gif(metadata = false): Buffer {
  if (!metadata) return tiny.gif;
  const added = [
    ...[Buffer.from([0x21, 0xfe]), block(said("")), Buffer.from([0])],
    ...[Buffer.from([0x21, 0xff]), block(Buffer.from("XMP DataXMP")), block(said("")), Buffer.from([0])],
  ];
  return Buffer.concat([tiny.gif.subarray(0, 19), ...added, tiny.gif.subarray(19), said("")]);
}

const riffChunk = (type: string, data: Buffer) => {
  const head = Buffer.from(`${type}\0\0\0\0`, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

/** Returns an extended WebP; `metadata` adds EXIF and XMP. */
export function webp(metadata = false): Buffer {
  const flags = Buffer.alloc(10);
  flags[0] = metadata ? 0x0c : 0;
  const chunks = [
    riffChunk("VP8X", flags),
    tiny.webp.subarray(12),
    ...(metadata ? [riffChunk("EXIF", said("Exif\0\0")), riffChunk("XMP ", said("<x>"))] : []),
  ];
  const body = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP", "latin1"), ...chunks]);
  body.writeUInt32LE(body.length - 8, 4);
  return body;
}

/** Returns EXIF as a camera writes it: its name, a time, a place, and how the picture is turned. */
export function cameraExif(orientation: number): Buffer {
  const entries = [
    [0x010f, 2, secretPlace.length, 62], // The name of the maker.
    [0x0112, 3, 1, orientation],
    [0x0132, 2, secretPlace.length, 62],
    [0x8825, 4, 1, 62],
  ];
  const tiff = Buffer.alloc(62);
  tiff.write("II*\0\x08\0\0\0", "latin1");
  tiff.writeUInt16LE(entries.length, 8);
  for (const [index, [tag = 0, type = 0, count = 0, value = 0]] of entries.entries()) {
    const at = 10 + 12 * index;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([tiff, said("")]);
}

/** Returns a picture of each format that can be turned, with this EXIF. */
export function turnedPictures(exif: Buffer): Buffer[] {
  const photo = Buffer.concat([
    tiny.jpeg.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif])),
    tiny.jpeg.subarray(2),
  ]);
  const plain = png(7, 5);
  const drawn = Buffer.concat([plain.subarray(0, 33), chunk("eXIf", exif), plain.subarray(33)]);
  const flags = Buffer.alloc(10);
  flags[0] = 0x08;
  flags[4] = 6; // Seven pixels wide, one high.
  const web = Buffer.concat([
    Buffer.from("RIFF\0\0\0\0WEBP", "latin1"),
    riffChunk("VP8X", flags),
    tiny.webp.subarray(12),
    riffChunk("EXIF", exif),
  ]);
  web.writeUInt32LE(web.length - 8, 4);
  return [photo, drawn, web];
}

/** Returns a form with a picture. */
export const pictureForm = (body = png(), file = "picture.png"): Buffer =>
  form([{ file, type: "image/png", body }]);
