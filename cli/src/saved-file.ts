import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RawFile } from "@groundplan/contract";
import { Failure } from "./failure.ts";
import { say } from "./output.ts";

/** Writes a file of the service to a new file, or to standard output for `-`. An existing one stays. */
export async function saveFile(file: RawFile, to: string): Promise<void> {
  const content = Readable.from(file.content);
  if (to === "-") return pipeline(content, process.stdout, { end: false });
  try {
    await pipeline(content, createWriteStream(to, { flags: "wx" }));
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && typeof cause.code === "string")) throw cause;
    const why = cause.code === "EEXIST" ? "it exists already" : cause.code;
    throw new Failure(
      `${to} can't be written (${why}). Name another file with --output, or - for standard output.`,
      {
        cause,
      },
    );
  }
  say(`Saved ${to}.`);
}
