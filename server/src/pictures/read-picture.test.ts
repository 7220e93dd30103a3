import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gif, jpeg, png, secretPlace, webp } from "../../test/pictures.ts";
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

it.each(["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "\0\0\0\x1cftypavif", "GIF89", "%PDF-1.7"])(
  "%j is no picture",
  (text) => {
    expect(readPicture(Buffer.from(text, "latin1"))).toBeNull();
  },
);
