import { ByteReader, NotWhole, type ReadPicture } from "./picture.ts";

const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);
const startOfScan = 0xda;

/** Application segments that change how the picture looks, by marker, with how they begin. */
const looks: Record<number, string> = { 224: "JFIF\0", 226: "ICC_PROFILE\0", 238: "Adobe" };

const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;
const isComment = (marker: number) => marker === 0xfe;
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers without a length: the scan goes on behind them. */
const isWithinScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/** Reads a JPEG (ITU T.81). What follows its end, as phones append, is left out. */
export const readJpeg: ReadPicture = (bytes) => {
  if (!bytes.subarray(0, 2).equals(start) || bytes[2] !== 0xff) return null;
  const reader = new ByteReader(bytes, 2);
  const kept: Buffer[] = [start];
  let size: { width: number; height: number } | null = null;
  for (let hasScan = false; ; ) {
    const marker = readMarker(reader);
    if (marker === 0xd9) {
      if (!size || !hasScan) throw new NotWhole();
      return { type: "image/jpeg", ...size, body: Buffer.concat([...kept, end]) };
    }
    const length = reader.peek(2).readUInt16BE(0);
    if (length < 2) throw new NotWhole();
    const segment = reader.take(length);
    if (isFrame(marker)) size = sizeOf(segment);
    if (isKept(marker, segment)) kept.push(Buffer.from([0xff, marker]), segment);
    if (marker !== startOfScan) continue;
    hasScan = true;
    kept.push(takeScan(reader));
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
  if (isComment(marker)) return false;
  if (!isApplication(marker)) return true;
  const beginning = looks[marker];
  return beginning !== undefined && segment.toString("latin1", 2, 2 + beginning.length) === beginning;
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
