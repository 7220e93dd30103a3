import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { Failure } from "../failure.ts";

/** Reads a file, or standard input for `-`. */
export async function readInput(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return Uint8Array.from(file === "-" ? await buffer(process.stdin) : await readFile(file));
  } catch (error) {
    const why = error instanceof Error && "code" in error ? error.code : error;
    throw new Failure(`${file} can't be read (${why}). Check its name.`, { cause: error });
  }
}

/** Reads a text. Refuses anything but UTF-8 instead of silently losing characters. */
export async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readInput(file));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Failure(`${file} is not UTF-8. Save it as UTF-8, or upload it as a context source.`, {
      cause: error,
    });
  }
}
