import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cameraExif, gif, jpeg, png, secretPlace, turnedPictures, webp } from "../../test/pictures.ts";
import { readPicture } from "./read-picture.ts";

const pictures = [
  { type: "image/png", size: [7, 5], plain: png(7, 5), full: png(7, 5, true) },
  { type: "image/jpeg", size: [1, 1], plain: jpeg(), full: jpeg(true) },
  { type: "image/gif", size: [1, 1], plain: gif(), full: gif(true) },
  { type: "image/webp", size: [1, 1], plain: webp(), full: webp(true) },
];

describe.each(pictures)("$type", ({ type, size, plain, full }) => {
  it("is known by its bytes, with its size", () => {
    expect(readPicture(plain)).toMatchObject({ type, width: size[0], height: size[1] });
  });

  it("loses all metadata and what follows its end, and nothing else", () => {
    expect(full.includes(secretPlace)).toBe(true);
    expect(readPicture(full)?.body.equals(plain)).toBe(true);
  });

  it("is refused if it is cut anywhere", () => {
    for (let end = 0; end < plain.length; end++) expect(readPicture(plain.subarray(0, end))).toBeNull();
  });

  it("with any bytes changed it is refused, or what is kept of it is kept again", () => {
    const changes = fc.array(fc.tuple(fc.nat(full.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(changes, (changed) => {
        const bytes = Buffer.from(full);
        for (const [at, byte] of changed) bytes[at] = byte;
        const read = readPicture(bytes);
        if (read) expect(readPicture(read.body)).toEqual(read);
      }),
      { numRuns: 2000 },
    );
  });
});

const least = (orientation: number) =>
  Buffer.from(`4d4d002a0000000800010112000300000001000${orientation}000000000000`, "hex");

it.each([2, 3, 6, 8])("of EXIF only the orientation %i stays, in each format that has it", (orientation) => {
  const exif = cameraExif(orientation);
  const only = turnedPictures(least(orientation));
  for (const [index, picture] of turnedPictures(exif).entries()) {
    expect(picture.includes(secretPlace)).toBe(true);
    const read = readPicture(picture);
    expect(read?.body.equals(only[index] ?? Buffer.alloc(0))).toBe(true);
    const [width, height] = index === 0 ? [1, 1] : [7, index === 1 ? 5 : 1];
    expect(read).toMatchObject(orientation >= 5 ? { width: height, height: width } : { width, height });
  }
});

it.each([0, 1, 9])("EXIF that turns nothing goes: orientation %i", (orientation) => {
  for (const picture of turnedPictures(cameraExif(orientation))) {
    const read = readPicture(picture);
    expect(read?.body.includes(secretPlace)).toBe(false);
    expect(read?.body.includes("Exif") || read?.body.includes("eXIf") || read?.body.includes("EXIF")).toBe(
      false,
    );
  }
});

it("turned pictures with any bytes changed are refused, or what is kept of them is kept again", () => {
  const all = turnedPictures(cameraExif(6));
  const changes = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...all), changes, (picture, changed) => {
      const bytes = Buffer.from(picture);
      for (const [at, byte] of changed) if (at < bytes.length) bytes[at] = byte;
      const read = readPicture(bytes);
      if (read) expect(readPicture(read.body)).toEqual(read);
    }),
    { numRuns: 2000 },
  );
});

const screenOf = (bytes: Buffer, width: number, height: number) => {
  const image = bytes.indexOf(Buffer.from("2c00000000", "hex"));
  const changed = Buffer.from(bytes);
  changed.writeUInt16LE(width, image + 5);
  changed.writeUInt16LE(height, image + 7);
  return changed;
};

it("a GIF is as large as its largest image, however small its screen says it is", () => {
  expect(readPicture(screenOf(gif(), 65_535, 60_000))).toMatchObject({ width: 65_535, height: 60_000 });
});

it("a JPEG of two sizes is refused", () => {
  const frame = jpeg().indexOf(Buffer.from("ffc0", "hex"));
  const large = Buffer.from("ffc0000b08ffffffff01011100", "hex");
  const twice = Buffer.concat([jpeg().subarray(0, frame), large, jpeg().subarray(frame)]);
  expect(readPicture(twice)).toBeNull();
});

it("a JPEG loses reserved segments and the thumbnail in its JFIF header", () => {
  const plain = jpeg();
  const header = Buffer.concat([plain.subarray(2, 18), Buffer.from([3, 1]), Buffer.from("thumbnail")]);
  header.writeUInt16BE(16 + 9, 2);
  const reserved = Buffer.concat([Buffer.from("fff00010", "hex"), Buffer.from("48.8584N 2.29E")]);
  const full = Buffer.concat([plain.subarray(0, 2), header, reserved, plain.subarray(20)]);
  expect(readPicture(full)?.body.equals(plain)).toBe(true);
});

it("a picture of a million parts takes no more memory than its bytes", () => {
  const parts = Buffer.alloc(3_000_000, Buffer.from("21f900", "hex"));
  const many = Buffer.concat([gif().subarray(0, 19), parts, gif().subarray(19)]);
  const before = process.memoryUsage();
  expect(readPicture(many)?.body.equals(many)).toBe(true);
  const { heapUsed, external } = process.memoryUsage();
  expect(heapUsed + external - before.heapUsed - before.external).toBeLessThan(30_000_000);
});

it.each(["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "\0\0\0\x1cftypavif", "GIF89", "%PDF-1.7"])(
  "%j is no picture",
  (text) => {
    expect(readPicture(Buffer.from(text, "latin1"))).toBeNull();
  },
);
