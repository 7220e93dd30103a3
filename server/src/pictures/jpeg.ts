import { exifOf, mostGrown, type Orientation, orientationOf, turned } from "./orientation.ts";
import { ByteReader, Kept, NotWhole, type ReadPicture } from "./picture.ts";

const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);
const startOfScan = 0xda;

/** Application segments that change how the picture looks, by marker, with how they begin. */
const looks: Record<number, string> = { 224: "JFIF\0", 226: "ICC_PROFILE\0", 238: "Adobe" };

const exifHead = "Exif\0\0";

const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;
/** Frames, tables and scans; the rest is metadata or reserved. */
const isCoding = (marker: number) => marker >= 0xc0 && marker <= 0xdf;
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers without a length: the scan goes on behind them. */
const isWithinScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/** Reads a JPEG (ITU T.81). What follows its end, as phones append, is left out. */
export const readJpeg: ReadPicture = (bytes) => {
  if (!bytes.subarray(0, 2).equals(start) || bytes[2] !== 0xff) return null;
  const reader = new ByteReader(bytes, 2);
  const kept = new Kept(bytes, mostGrown);
  kept.add(start);
  let size: { width: number; height: number } | null = null;
  let hasExif = false;
  let orientation: Orientation | null = null;
  for (let hasScan = false; ; ) {
    const marker = readMarker(reader);
    if (marker === 0xd9) {
      if (!size || !hasScan) throw new NotWhole();
      kept.add(end);
      return { type: "image/jpeg", ...turned(size, orientation), body: kept.body };
    }
    const length = reader.peek(2).readUInt16BE(0);
    if (length < 2) throw new NotWhole();
    const from = reader.at - 2; // The marker, which a fill byte may stand before.
    const segment = reader.take(length);
    if (isFrame(marker)) {
      if (size) throw new NotWhole(); // Readers differ in which frame they show.
      size = sizeOf(segment);
    }
    if (marker === 0xe1 && !hasExif && beginsWith(segment, exifHead)) {
      hasExif = true;
      orientation = orientationOf(segment.subarray(2 + exifHead.length));
      if (orientation !== null) kept.add(exifSegment(orientation));
    }
    if (hasThumbnail(marker, segment)) kept.add(withoutThumbnail(segment));
    else if (isKept(marker, segment)) kept.addRange(from, reader.at);
    if (marker !== startOfScan) continue;
    hasScan = true;
    kept.add(takeScan(reader));
  }
};

function readMarker(reader: ByteReader): number {
  if (reader.byte() !== 0xff) throw new NotWhole();
  let marker = reader.byte();
  while (marker === 0xff) marker = reader.byte(); // Fill bytes.
  if (isWithinScan(marker) || marker === 0x01 || marker === 0xd8) throw new NotWhole();
  return marker;
}

function sizeOf(frame: Buffer): { width: number; height: number } {
  if (frame.length < 8) throw new NotWhole();
  return { height: frame.readUInt16BE(3), width: frame.readUInt16BE(5) };
}

function isKept(marker: number, segment: Buffer): boolean {
  if (!isApplication(marker)) return isCoding(marker);
  const beginning = looks[marker];
  return beginning !== undefined && beginsWith(segment, beginning);
}

const beginsWith = (segment: Buffer, beginning: string) =>
  segment.toString("latin1", 2, 2 + beginning.length) === beginning;

function exifSegment(orientation: Orientation): Buffer {
  const head = Buffer.from(`\xff\xe1\0\0${exifHead}`, "latin1");
  const segment = Buffer.concat([head, exifOf(orientation)]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return segment;
}

/** Bytes of a JFIF segment before its thumbnail. */
const bytesOfJfif = 16;

const hasThumbnail = (marker: number, segment: Buffer) =>
  marker === 0xe0 && isKept(marker, segment) && segment.length > bytesOfJfif;

function withoutThumbnail(segment: Buffer): Buffer {
  const kept = Buffer.concat([Buffer.from([0xff, 0xe0]), segment.subarray(0, bytesOfJfif)]);
  kept.writeUInt16BE(bytesOfJfif, 2);
  kept.writeUInt16BE(0, bytesOfJfif); // Its width and height.
  return kept;
}

/** Takes the coded data up to the next marker that ends it. */
function takeScan(reader: ByteReader): Buffer {
  const from = reader.at;
  for (let at = from; ; at++) {
    at = reader.bytes.indexOf(0xff, at);
    if (at === -1) throw new NotWhole();
    const next = reader.bytes[at + 1];
    if (next === undefined) throw new NotWhole();
    if (isWithinScan(next)) at++;
    else if (next !== 0xff) {
      reader.at = at;
      return reader.bytes.subarray(from, at);
    }
  }
}
