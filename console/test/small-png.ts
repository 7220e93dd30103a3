import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";

interface Picture {
  width: number;
  height: number;
  /** Four bytes for each point. */
  points: Uint8Array;
}

/** The colours that a palette has room for. */
const most = 256;

/**
 * Returns a screenshot as a PNG of half its size: it has a palette, in which shades that nobody can tell apart, such as
 * those at the edges of letters, are one. The page reads the picture; its policy has to allow that.
 */
export async function small(page: Page, screenshot: Buffer): Promise<Buffer> {
  const { width, height, points } = await read(page, screenshot);
  const colours = new Uint32Array(width * height);
  const counts = new Map<number, number>();
  for (let at = 0; at < colours.length; at++) {
    const [red = 0, green = 0, blue = 0] = points.subarray(at * 4, at * 4 + 3);
    const colour = (red << 16) | (green << 8) | blue;
    colours[at] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = paletteOf(byCount);
  const indexOf = new Map(byCount.map((colour) => [colour, nearest(palette, colour)]));
  // Each line begins with the number of its filter, which is none.
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      lines[y * (width + 1) + 1 + x] = indexOf.get(colours[y * width + x] ?? 0) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // eight bits for each point, which are a place in the palette
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => parts(colour)))),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const parts = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const;

/** Returns the colours, the most frequent ones first, without those that are too near to one of them for all to fit. */
function paletteOf(colours: readonly number[]): number[] {
  for (let near = 0; ; near += 9) {
    const palette: number[] = [];
    for (const colour of colours)
      if (!palette.some((one) => missOf(one, colour) < near)) {
        palette.push(colour);
        if (palette.length > most) break;
      }
    if (palette.length <= most) return palette;
  }
}

/** Returns how far two colours are from each other, squared. */
function missOf(one: number, other: number): number {
  const [[r, g, b], [red, green, blue]] = [parts(one), parts(other)];
  return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
}

function nearest(palette: readonly number[], colour: number): number {
  const misses = palette.map((one) => missOf(one, colour));
  return misses.indexOf(Math.min(...misses));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

async function read(page: Page, screenshot: Buffer): Promise<Picture> {
  const { width, height, text } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = picture;
    const canvas = new OffscreenCanvas(width, height).getContext("2d");
    if (!canvas) throw new Error("The browser can't draw.");
    canvas.drawImage(picture, 0, 0);
    const { data } = canvas.getImageData(0, 0, width, height);
    const pieces: string[] = [];
    for (let at = 0; at < data.length; at += 32_768)
      pieces.push(String.fromCharCode(...data.subarray(at, at + 32_768)));
    return { width, height, text: btoa(pieces.join("")) };
  }, screenshot.toString("base64"));
  return { width, height, points: Buffer.from(text, "base64") };
}
