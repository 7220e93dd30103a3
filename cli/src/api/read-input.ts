import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { Failure } from "../failure.ts";

/** Reads a file, or standard input where its name is `-`. */
export async function readInput(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return Uint8Array.from(file === "-" ? await buffer(process.stdin) : await readFile(file));
  } catch (error) {
    const why = error instanceof Error && "code" in error ? error.code : error;
    throw new Failure(`${file} can't be read (${why}). Check its name.`, { cause: error });
  }
}

export const readText = async (file: string): Promise<string> =>
  new TextDecoder().decode(await readInput(file));
