import type { Applied } from "./apply.ts";
import type { Notice, Parsed, Place } from "./format.ts";

/** Returns what the service left out of a source's specs, such as needs in a cycle, with the specs' lines. */
export function notesOf({ source, plans }: Applied): Notice[] {
  return plans.flatMap(({ specs }, index) => {
    const placeOf = new Map(source.plans[index]?.specs?.map((spec) => [spec.externalRef, spec.source]));
    return specs.flatMap(({ externalRef, title, notes = [] }) =>
      notes.map((why) => {
        const place = placeOf.get(externalRef);
        return { file: place?.path ?? externalRef, line: lineOf(source, place), text: title, why };
      }),
    );
  });
}

const lineFeed = 10;

function lineOf({ files = [] }: Parsed, place: Place | undefined): number {
  const file = files.find(({ path }) => path === place?.path);
  let line = 1;
  for (const byte of file?.bytes.subarray(0, place?.from ?? 0) ?? []) if (byte === lineFeed) line++;
  return line;
}
